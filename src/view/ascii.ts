/** Letters lose their accents; of what has no likeness among the typed characters a question mark is left. */
export const ascii = (text: string): string =>
  TYPED_ALREADY.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\x20-\x7E]/gu, character => LIKENESSES[character] ?? '?');

const TYPED_ALREADY = /^[\x20-\x7E]*$/;

const LIKENESSES: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '·': '-',
  '•': '*',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '→': '->',
  '←': '<-',
  '✓': '+',
  '✗': 'x',
  '●': '*',
  '○': '.',
  '↻': 'r',
  '⊘': '!',
};
