/** Ends a switch over a closed union: the compiler refuses it while a member is left. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
