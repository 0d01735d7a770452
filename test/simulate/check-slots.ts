import { isCheckSlot } from '../../src/git/slot-name.ts';
import type { Settings } from '../../src/run/settings.ts';
import { type FakeGit, IGNORED, phaseIn } from '../engine/fake-git.ts';
import { type Chance, oneIn } from './chance.ts';
import { RED } from './files.ts';

/** A command that runs in a slot, for an attempt or while one waits for it. */
export interface Command {
  readonly slot: number;
  readonly marker: string;
  readonly outputFile: string;
}

const SETUP_PRODUCT = `${IGNORED}setup`;
const BASELINE_PRODUCT = `${IGNORED}baseline`;
/** One check in so many changes what it checks, where it may. */
const MENDS = 4;

const kindOf = ({ marker }: Command): string => marker.slice(marker.lastIndexOf('/') + 1).split('.')[0]!;

/** The names of an attempt in a marker. */
const attemptOf = ({ marker }: Command): readonly string[] => marker.split('/').slice(-3, -1);

const productOf = (command: Command): string =>
  command.outputFile.startsWith('baseline') ? BASELINE_PRODUCT : `${IGNORED}${attemptOf(command).join('/')}`;

/** What a command must not find where it runs, told from git alone; null where all is well. */
export function wrongPlace(git: FakeGit, settings: Settings, command: Command): string | null {
  const { slot } = command;
  const isClean = isCheckSlot(slot);
  const kind = kindOf(command);
  if (kind === 'check' && isClean !== (settings.verify === 'clean')) return `checks in slot ${slot}`;
  if ((kind === 'format' || kind === 'fix') && isClean) return `works in check slot ${slot}`;
  if (!isClean || kind !== 'check') return null;
  const files = git.slots.get(slot) ?? new Map<string, string>();
  const committed = git.opened.get(slot) ?? new Map<string, string>();
  const seen = [...files.keys()].filter(path => !path.startsWith(IGNORED));
  const differs = seen.find(path => files.get(path) !== committed.get(path));
  if (differs !== undefined) return `sees ${differs}, which is not as committed`;
  const missing = [...committed.keys()].find(path => !files.has(path));
  if (missing !== undefined) return `does not see ${missing}`;
  if (settings.setup.length > 0 && !files.has(SETUP_PRODUCT)) return 'sees a slot that was not set up';
  const foreign = [...files.keys()].find(path => path.startsWith(IGNORED) && !isTrusted(git, path, command));
  return foreign === undefined ? null : `sees ${foreign}, which belongs to no accepted commit`;
}

function isTrusted(git: FakeGit, path: string, command: Command): boolean {
  if (path === SETUP_PRODUCT || path === BASELINE_PRODUCT || path === productOf(command)) return true;
  const [phase, attempt] = path.slice(IGNORED.length).split('/');
  return git.log().some(message => isOf(message, phase!, attempt!));
}

const isOf = (message: string, phase: string, attempt: string): boolean =>
  phaseIn(message) === phase && message.includes(`Phasewright-Attempt: ${attempt}`);

/** What a command leaves behind, and does to what it finds. `isLast` is true of the one check that looks. */
export function leave(
  chance: Chance,
  files: Map<string, string>,
  settings: Settings,
  command: Command,
  isLast: boolean,
): void {
  const kind = kindOf(command);
  if (kind === 'setup') files.set(SETUP_PRODUCT, '');
  if (!isCheckSlot(command.slot)) {
    if (kind === 'setup') files.set(`${IGNORED}agent/0`, '');
    return;
  }
  if (kind !== 'check') return;
  if (oneIn(chance, 2)) files.set(productOf(command), '');
  // Some do damage to what others left.
  if (settings.setup.length > 0 && oneIn(chance, MENDS)) files.set(SETUP_PRODUCT, productOf(command));
  if (isLast || !oneIn(chance, MENDS)) return;
  files.set('left-by-check.txt', '');
  for (const [path, content] of files) if (content === RED) files.set(path, 'mended');
}
