import { expect } from 'vitest';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { assertFinished } from './scene.ts';

export type Program = ReturnType<Workshop['start']>;
export type End = Awaited<Program['end']>;

/** Does something to the program or to what is around it; `drive` counts from 0 how often it was started before. */
export type Trouble = (program: Program, drive: number) => Promise<unknown>;

export interface OrdealOptions {
  /** How the run is begun. */
  readonly words?: readonly string[];
  /** What must be put right after each drive. */
  readonly mend?: () => void;
  /** After so many drives the program is left alone. */
  readonly troubles?: number;
  /** Commits that the user makes on the branch of the run. */
  readonly others?: number;
}

/** A run that is left alone comes to its end; one that is resumed this often without being left alone does not. */
const MAX_DRIVES = 40;
const MAX_TROUBLES = 8;

/**
 * Begins the run of a scene and resumes it until it is completed, in trouble each time. Whatever happens, the program
 * ends as it should, and the run as an undisturbed one. Returns how each drive ended.
 */
export async function endure(shop: Workshop, trouble: Trouble, options: OrdealOptions = {}): Promise<End[]> {
  const { words = SCRIPTED_RUN, mend = () => {}, troubles = MAX_TROUBLES } = options;
  const ends: End[] = [];
  for (let next = words; ends.length < MAX_DRIVES; ) {
    const program = shop.start(...next);
    if (ends.length < troubles) await trouble(program, ends.length);
    const end = await program.end;
    ends.push(end);
    assertCivil(end);
    mend();
    if (end.code === 0) break;
    // Ended before anything was written down: there is nothing to resume yet.
    next = foundNoRun(end) ? words : ['resume', '--json'];
  }
  expect(ends.at(-1)).toMatchObject({ code: 0 });
  expect(ends.at(-1)!.out).not.toMatch(/would not end|"leftover":"(?!commits)/);
  await assertFinished(shop, options.others);
  return ends;
}

/** The same, and of what is the user's own nothing has changed. */
export async function ordeal(shop: Workshop, trouble: Trouble, options: OrdealOptions = {}): Promise<End[]> {
  const before = shop.fingerprint();
  const ends = await endure(shop, trouble, options);
  assertUntouched(shop, before);
  return ends;
}

/** Of a drive that was to go on with a run that had ended before anything of it was written down. */
export const foundNoRun = ({ err }: End): boolean => err.includes('this repository has no runs');

export function assertUntouched(shop: Workshop, before: string): void {
  shop.git('branch', '-D', 'work');
  expect(shop.fingerprint()).toBe(before);
}

/** A documented exit code, unless a signal came too soon or too hard; no trace of a bug; what is wrong has a hint. */
export function assertCivil(end: End): void {
  expect(end.err).not.toMatch(/internal error|^\s+at .+:\d+|Unhandled|Warning:/m);
  if (end.signal !== null) return;
  expect([0, 1, 2, 130]).toContain(end.code);
  const errors = end.err.match(/^error: /gm) ?? [];
  expect(errors.length).toBeLessThan(2);
  if (errors.length === 1) expect(end.err).toMatch(/^hint: \S/m);
  if (end.code === 2) expect(errors).toHaveLength(1);
}
