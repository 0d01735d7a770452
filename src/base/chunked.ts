/** A list that is never changed, of which a changed copy costs little however long it is. */
export interface Chunked<T> {
  readonly length: number;
  readonly chunks: readonly (readonly T[])[];
}

const CHUNK = 64;

export function chunked<T>(values: readonly T[]): Chunked<T> {
  const chunks: T[][] = [];
  for (let start = 0; start < values.length; start += CHUNK) chunks.push(values.slice(start, start + CHUNK));
  return { length: values.length, chunks };
}

/** The element at a position that exists. */
export function elementAt<T>(list: Chunked<T>, position: number): T {
  const element = list.chunks[Math.floor(position / CHUNK)]?.[position % CHUNK];
  if (element === undefined) throw new Error(`no element at ${position} of ${list.length}`);
  return element;
}

export function withElement<T>(list: Chunked<T>, position: number, element: T): Chunked<T> {
  const index = Math.floor(position / CHUNK);
  const chunk = list.chunks[index]!.with(position % CHUNK, element);
  return { length: list.length, chunks: list.chunks.with(index, chunk) };
}

export const elements = <T>({ chunks }: Chunked<T>): readonly T[] =>
  chunks.length === 1 ? chunks[0]! : chunks.flat();
