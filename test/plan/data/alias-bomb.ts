/** A value of YAML's: nine lists, each of nine times the list before. Seventy-two aliases for 400 million values. */
export const aliasBomb = (): string => {
  const lists = Array.from({ length: 9 }, (_, i) => {
    const item = i === 0 ? 'x' : `*n${i - 1}`;
    return `&n${i} [${Array(9).fill(item).join(', ')}]`;
  });
  return `[${lists.join(', ')}]`;
};
