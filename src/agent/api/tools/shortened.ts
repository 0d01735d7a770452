/** A text with as much left out of its middle as is too much; the end is worth more than the beginning. */
export function shortened(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const start = Math.floor(characters / 3);
  const end = characters - start;
  return `${text.slice(0, start)}${gap(text.length - characters)}${text.slice(-end)}`;
}

const gap = (characters: number): string => `\n… ${characters} characters left out …\n`;

export interface Collected {
  add(text: string): void;
  text(): string;
}

/** The same for a text that comes in pieces; never holds much more than what is kept of it. */
export function collect(characters: number): Collected {
  const most = Math.floor(characters / 3);
  let start = '';
  let end = '';
  let left = 0;
  return {
    add(text) {
      const head = text.slice(0, most - start.length);
      start += head;
      end += text.slice(head.length);
      const excess = end.length - (characters - most);
      if (excess <= 0) return;
      end = end.slice(excess);
      left += excess;
    },
    text: () => (left === 0 ? start + end : `${start}${gap(left)}${end}`),
  };
}
