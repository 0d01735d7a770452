import type { Part } from './reply.ts';

/** What is said or thought in one go, with pauses in it: a block of a message. */
export interface Passage {
  readonly kind: 'text' | 'think';
  readonly words: string;
  readonly pieces: readonly Piece[];
}

export type Piece = { readonly words: string } | { readonly waitMs: number };

export function passages(parts: readonly Part[]): readonly Passage[] {
  const found: Passage[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    const kind: Passage['kind'] =
      'waitMs' in part ? (last?.kind ?? 'text') : 'text' in part ? 'text' : 'think';
    if (last?.kind === kind) found.pop();
    const before = last?.kind === kind ? last.pieces : [];
    found.push(passage(kind, [...before, pieceOf(part)]));
  }
  return found;
}

export const passage = (kind: Passage['kind'], pieces: readonly Piece[]): Passage => ({
  kind,
  words: pieces.map(piece => ('words' in piece ? piece.words : '')).join(''),
  pieces,
});

const pieceOf = (part: Part): Piece =>
  'waitMs' in part ? part : { words: 'text' in part ? part.text : part.think };
