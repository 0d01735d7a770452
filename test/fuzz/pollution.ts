const PROTOTYPES: readonly object[] = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
];
const count = (): number => PROTOTYPES.flatMap(prototype => Reflect.ownKeys(prototype)).length;
const CLEAN = count();

/** Whether input reached what all objects have in common. */
export const isPolluted = (): boolean => count() !== CLEAN;
