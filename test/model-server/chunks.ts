const MIN_CHUNK_CHARACTERS = 24;
/** A large text takes larger chunks, not more of them. */
const MAX_CHUNKS = 64;

/** The text in several pieces, never split between the halves of a surrogate pair. */
export function chunks(text: string): readonly string[] {
  const size = Math.max(MIN_CHUNK_CHARACTERS, Math.ceil(text.length / MAX_CHUNKS));
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + size;
    const stop = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
    pieces.push(text.slice(start, stop));
    start = stop;
  }
  return pieces;
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
