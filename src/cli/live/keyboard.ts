import { emitKeypressEvents, type Interface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { Key } from '../../view/live/scene.ts';

export interface Keyboard {
  /** From here on keys count; those that were pressed before the screen was there do not, but for those that stop. */
  readonly listen: () => void;
  readonly close: () => void;
}

export interface Typist {
  readonly onKey: (key: Key) => void;
  /** A piece of what was pasted. */
  readonly onPaste: (text: string) => void;
  /** The keyboard is gone for good. */
  readonly onGone: () => void;
}

/** How long the rest of a key's sequence may take; without one it is the key Esc. */
const ESCAPE_MS = 50;

/** Tells the keys of a terminal that hands them on one by one. */
export function openKeyboard({ onKey, onPaste, onGone }: Typist): Keyboard {
  const { stdin } = process;
  let isPasting = false;
  let isListening = false;
  // Of the keyboard itself an earlier question may have set another patience.
  const keys = new PassThrough();
  emitKeypressEvents(keys, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  keys.on('keypress', (text: string | undefined, key: NodeKey): void => {
    if (key.name === 'paste-start' || key.name === 'paste-end') isPasting = key.name === 'paste-start';
    else if (isPasting) onPaste(pasted(text));
    // Keys together with Alt mean nothing here.
    else if (key.meta && key.name !== 'escape') return;
    else if (isListening || key.ctrl) onKey(keyOf(text, key));
  });
  const onData = (bytes: Buffer): void => void keys.write(bytes);
  stdin.on('data', onData).on('end', onGone);
  return {
    listen: () => {
      isListening = true;
    },
    close: () => {
      stdin.off('data', onData).off('end', onGone);
      keys.destroy();
    },
  };
}

interface NodeKey {
  readonly name?: string | undefined;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly shift?: boolean;
}

const keyOf = (text: string | undefined, { name, ctrl, shift }: NodeKey): Key => ({
  name,
  ctrl: ctrl === true,
  shift: shift === true,
  text: ctrl || text === undefined || !PRINTABLE.test(text) ? '' : text,
});

/** Whatever breaks lines in what was pasted keeps words apart. */
const pasted = (text: string | undefined): string =>
  text !== undefined && PRINTABLE.test(text) ? text : text === undefined ? '' : ' ';

const PRINTABLE = /^[^\p{C}]+$/u;
