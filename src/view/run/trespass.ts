import { printable } from '../../base/printable.ts';
import type { RunEvent } from '../../run/event.ts';

/** Whoever may only read and writes all the same is told of; empty where nobody did. */
export const trespassWords = (event: RunEvent): string =>
  'trespass' in event && event.trespass
    ? `it changed ${event.trespass.map(printable).join(', ')}, which it must not; that was undone`
    : '';
