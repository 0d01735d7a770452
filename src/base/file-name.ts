/** Longest name that every file system takes is 255 bytes; leaves room for endings. */
const MAX_LENGTH = 200;

/** Any text as one harmless file name; different texts of reasonable length stay different. */
export function fileName(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed()).replace(
    /[.*'()!~]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.slice(0, MAX_LENGTH) || '%';
}
