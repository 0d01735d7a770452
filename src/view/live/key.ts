import type { Key } from './scene.ts';

/** The character that was typed, else the name of the key. Capitals are what they are without, but for `G`. */
export function keyOf({ name, text }: Key): string {
  const isTyped = text.length === 1 && text > ' ' && text < '\x7F';
  if (!isTyped) return name ?? '';
  return text === 'G' ? text : text.toLowerCase();
}
