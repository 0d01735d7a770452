import { type Guarded, refuse } from './guard.ts';
import { LIMITS } from './limits.ts';

const MAGIC: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive or office document'],
  ['\x89PNG', 'an image'],
  ['\xFF\xD8\xFF', 'an image'],
  ['GIF8', 'an image'],
  ['\x1F\x8B', 'a compressed file'],
  ['\x7FELF', 'a program'],
];

/** The text in a file's bytes, or why they are no text. */
export function decode(
  bytes: Uint8Array,
): { readonly ok: true; readonly text: string } | (Guarded & { ok: false }) {
  const head = String.fromCharCode(...bytes.subarray(0, 8));
  const magic = MAGIC.find(([start]) => head.startsWith(start));
  if (magic)
    return refuse(
      'unreadable',
      `this is ${magic[1]}, not a plan`,
      0,
      'Give a plan as markdown, JSON or YAML text.',
    );
  if (bytes.length > LIMITS.textBytes) {
    return refuse(
      'too-large',
      `the plan is larger than ${LIMITS.textBytes / 1024 / 1024} MB`,
      0,
      'Split it into several plans.',
    );
  }
  const utf16 = head.startsWith('\xFF\xFE') ? 'utf-16le' : head.startsWith('\xFE\xFF') ? 'utf-16be' : null;
  try {
    return { ok: true, text: new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const line = badLine(bytes);
    return refuse('unreadable', 'the file is not valid UTF-8', line, 'Save it as UTF-8.');
  }
}

function badLine(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8').decode(bytes);
  return text.slice(0, Math.max(0, text.indexOf('\uFFFD'))).split('\n').length;
}
