/** Two failures of one kind differ in names and numbers only. */
export const kindOf = (wrong: string): string =>
  wrong
    .split('\n', 1)[0]!
    .replaceAll(/"[^"]*"|\d+/g, '…')
    .slice(0, 60);
