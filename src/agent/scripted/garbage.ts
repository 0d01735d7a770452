const CHUNK_BYTES = 64 * 1024;

/** Bytes that are no protocol, no UTF-8 and the same each time. They end with a line end, so that speech can go on. */
export function garbage(bytes: number, print: (bytes: Uint8Array) => void): void {
  let state = 1;
  for (let left = bytes; left > 0; ) {
    const chunk = new Uint8Array(Math.min(left, CHUNK_BYTES));
    for (let i = 0; i < chunk.length; i += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      chunk[i] = state >>> 16;
    }
    left -= chunk.length;
    if (left === 0) chunk[chunk.length - 1] = 0x0a;
    print(chunk);
  }
}
