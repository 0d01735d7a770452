const SMALL_WORDS = new Set(['a', 'an', 'the', 'and', 'or', 'of', 'to', 'for', 'with', 'in', 'on', 'by']);
const STEM_CHARACTERS = 4;
const ABBREVIATION_CHARACTERS = 4;
/** Scripts that put no spaces between words. */
const UNSPACED = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/gu;

/**
 * Whether two titles may be about the same thing: people shorten, reword and abbreviate, so a single word, stem or
 * abbreviation in common is enough, and so is a title without words.
 */
export function mayBeSame(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return true;
  if (a.some(word => b.some(another => areAlike(word, another)))) return true;
  if (a.some(word => abbreviates(word, b)) || b.some(word => abbreviates(word, a))) return true;
  const signs = new Set(one.match(UNSPACED));
  return (other.match(UNSPACED) ?? []).some(sign => signs.has(sign));
}

function wordsOf(title: string): string[] {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter(word => !SMALL_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

function areAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < STEM_CHARACTERS) return short.length > 2 && long.includes(short);
  return long.includes(short) || long.startsWith(short.slice(0, STEM_CHARACTERS));
}

/** `db` for a database, `ci` for continuous integration. */
function abbreviates(word: string, words: readonly string[]): boolean {
  if (word.length < 2 || word.length > ABBREVIATION_CHARACTERS) return false;
  if (
    words
      .map(other => other[0])
      .join('')
      .includes(word)
  )
    return true;
  return words.some(other => other[0] === word[0] && isSpelt(word, other));
}

/** Whether the letters of the word stand in the other one in this order. */
function isSpelt(word: string, other: string): boolean {
  let at = -1;
  return [...word].every(letter => {
    at = other.indexOf(letter, at + 1);
    return at >= 0;
  });
}
