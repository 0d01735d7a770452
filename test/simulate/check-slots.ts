import { isCheckSlot } from '../../src/git/slot-name.ts';
import type { Settings } from '../../src/run/settings.ts';
import { type FakeGit, IGNORED, phaseIn, type Tree } from '../engine/fake-git.ts';
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
/** Packages lie here. */
const INSTALLED = `${IGNORED}node_modules/`;
const INSTALLED_BY_SETUP = `${INSTALLED}setup`;
/** One check in so many changes what it checks, where it may. */
const MENDS = 4;

const kindOf = ({ marker }: Command): string => marker.slice(marker.lastIndexOf('/') + 1).split('.')[0]!;

/** The names of an attempt in a marker. */
const attemptOf = ({ marker }: Command): readonly string[] => marker.split('/').slice(-3, -1);

const productOf = (command: Command): string =>
  isBaseline(command) ? BASELINE_PRODUCT : `${IGNORED}${attemptOf(command).join('/')}`;

/** What a check installs, apart from what all others install. */
const packageOf = (command: Command): string =>
  `${INSTALLED}${attemptOf(command).join('/')}${isBaseline(command) ? '/baseline' : ''}`;

const isBaseline = ({ outputFile }: Command): boolean => outputFile.startsWith('baseline');

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
  return wrongPackage(files, settings, command) ?? wrongLeftover(git, files, committed, command);
}

/** Packages are as setup left them; where it left none, a check sees those that the same verification installed. */
function wrongPackage(files: Tree, settings: Settings, command: Command): string | null {
  const isSetUp = settings.setup.length > 0 || files.has(INSTALLED_BY_SETUP);
  if (isSetUp && files.get(INSTALLED_BY_SETUP) !== '') return 'sees packages that a check has changed';
  const own = isSetUp ? INSTALLED_BY_SETUP : packageOf(command);
  const foreign = [...files.keys()].find(path => path.startsWith(INSTALLED) && path !== own);
  return foreign === undefined ? null : `sees ${foreign}, which setup did not install`;
}

function wrongLeftover(git: FakeGit, files: Tree, committed: Tree, command: Command): string | null {
  const left = [...files].filter(([path]) => path.startsWith(IGNORED) && !path.startsWith(INSTALLED));
  const foreign = left.find(([path]) => !isTrusted(git, path, command));
  if (foreign) return `sees ${foreign[0]}, which belongs to no accepted commit`;
  const outdated = left.find(
    ([path, made]) => path !== SETUP_PRODUCT && made.split('\n').some(of => of !== '' && !committed.has(of)),
  );
  return outdated ? `sees ${outdated[0]}, made of a file that is gone` : null;
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
  git: FakeGit,
  files: Map<string, string>,
  settings: Settings,
  command: Command,
  isLast: boolean,
): void {
  const kind = kindOf(command);
  if (kind === 'setup') for (const path of [SETUP_PRODUCT, INSTALLED_BY_SETUP]) files.set(path, '');
  if (!isCheckSlot(command.slot)) {
    if (kind === 'setup') files.set(`${IGNORED}agent/0`, '');
    return;
  }
  if (kind !== 'check') return;
  const sources = [...(git.opened.get(command.slot)?.keys() ?? [])].join('\n');
  if (oneIn(chance, 2)) files.set(productOf(command), sources);
  if (oneIn(chance, MENDS)) files.set(packageOf(command), '');
  // Some do damage to what others left.
  if (settings.setup.length > 0 && oneIn(chance, MENDS)) files.set(SETUP_PRODUCT, productOf(command));
  if (files.has(INSTALLED_BY_SETUP) && oneIn(chance, MENDS)) {
    if (oneIn(chance, 2)) files.set(INSTALLED_BY_SETUP, productOf(command));
    else files.delete(INSTALLED_BY_SETUP);
  }
  if (isLast || !oneIn(chance, MENDS)) return;
  files.set('left-by-check.txt', '');
  for (const [path, content] of files) if (content === RED) files.set(path, 'mended');
}
