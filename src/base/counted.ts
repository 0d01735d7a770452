/** A whole number with commas between its thousands. */
export const grouped = (count: number): string => Math.round(count).toLocaleString('en-US');

/** A number with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
