/** What all objects have in common, as it was before any input. */
const CLEAN = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
  prototype => [prototype, Object.getOwnPropertyDescriptors(prototype)] as const,
);

/** Whether input reached what all objects have in common. That is put right, so that it counts once. */
export function cleansed(): boolean {
  let isPolluted = false;
  for (const [prototype, clean] of CLEAN) {
    for (const key of Reflect.ownKeys(prototype)) {
      if (Object.hasOwn(clean, key)) continue;
      isPolluted = true;
      Reflect.deleteProperty(prototype, key);
    }
    for (const key of Reflect.ownKeys(clean)) {
      const [was, is] = [Reflect.get(clean, key), Reflect.getOwnPropertyDescriptor(prototype, key)];
      if (is && is.value === was.value && is.get === was.get && is.set === was.set) continue;
      isPolluted = true;
      Reflect.defineProperty(prototype, key, was);
    }
  }
  return isPolluted;
}
