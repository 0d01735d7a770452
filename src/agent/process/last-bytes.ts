/** The end of what is pushed, of so many bytes. */
export interface LastBytes {
  push(chunk: Buffer): void;
  /** How many bytes were pushed that are not held any more. */
  dropped(): number;
  bytes(): Buffer;
}

/** Holds the last bytes of all that is pushed. */
export function lastBytes(size: number): LastBytes {
  let ring: Buffer | null = null;
  let total = 0;
  return {
    push(chunk) {
      if (chunk.length === 0) return;
      ring ??= Buffer.alloc(size);
      const last = chunk.subarray(Math.max(0, chunk.length - size));
      const at = (total + chunk.length - last.length) % size;
      const upToEdge = last.subarray(0, size - at);
      ring.set(upToEdge, at);
      ring.set(last.subarray(upToEdge.length), 0);
      total += chunk.length;
    },
    dropped: () => Math.max(0, total - size),
    bytes() {
      if (!ring || total <= size) return ring?.subarray(0, total) ?? Buffer.alloc(0);
      const oldest = total % size;
      return Buffer.concat([ring.subarray(oldest), ring.subarray(0, oldest)]);
    },
  };
}
