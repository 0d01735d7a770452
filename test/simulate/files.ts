import type { Assignment } from '../../src/agent/port.ts';
import type { Plan } from '../../src/plan/model.ts';
import type { Tree } from '../engine/fake-git.ts';
import { GUARDED, type Outcome, type Output, type Scenario } from './scenario.ts';

/** What lies in a simulated repository, and what its checks make of it. */

/** Content that makes the last check fail. */
export const RED = 'red';
/** A file that is there only while its developer works. */
export const HALF_DONE = '.half';
/** A file that does no harm alone; two of them make the last check fail. */
const FEUD = '.feud';
/** A file that makes the last check fail the first time. */
const FLAKY = '.flaky';
/** A test, which fails until an implementation names it. */
const SPEC = '.spec';
const IMPLEMENTATION = '.impl';
/** Content of a test that does not load. */
const BROKEN = 'broken';
/** A file that some delete. */
export const DELETED = 'old.txt';
export const DELETED_LINES = 3;

/** What the run begins with. */
export const baseTree = ({ isLegacy }: Pick<Scenario, 'isLegacy'>): Tree =>
  new Map([
    [DELETED, 'line\n'.repeat(DELETED_LINES).trimEnd()],
    ...(isLegacy ? [['legacy.txt', RED] as const] : []),
  ]);

/** What the last check says about files. */
export interface Sight {
  /** The tests that fail, sorted. */
  readonly failing: readonly string[];
  /** Those that fail when the check is run again. */
  readonly failingAgain: readonly string[];
  readonly isBroken: boolean;
}

export function sightOf(files: Tree): Sight {
  const failing: string[] = [];
  const flaky: string[] = [];
  const implemented = new Set<string>();
  const specs: string[] = [];
  let [feuds, isBroken] = [0, false];
  for (const [path, content] of files) {
    if (content === RED) failing.push(path);
    if (path.endsWith(FEUD)) feuds += 1;
    else if (path.endsWith(FLAKY)) flaky.push(path);
    else if (path.endsWith(IMPLEMENTATION)) for (const name of content.split(' ')) implemented.add(name);
    else if (path.endsWith(SPEC)) {
      specs.push(path);
      if (content === BROKEN) isBroken = true;
    }
  }
  if (feuds > 1) failing.push('feud');
  for (const spec of specs) if (!implemented.has(spec)) failing.push(spec);
  return { failing: [...failing, ...flaky].sort(), failingAgain: failing.sort(), isBroken };
}

/** What a failing check prints. */
export function printed(failing: readonly string[], isBroken: boolean, output: Output): string {
  if (output === 'silent') return '';
  if (isBroken) return 'SyntaxError: what is this';
  if (output === 'plain') return failing.map(name => `wrong: ${name}`).join('\n');
  const lines = failing.map((name, index) => `not ok ${index + 1} - ${name}`);
  return ['TAP version 13', ...lines, `1..${failing.length}`].join('\n');
}

/** What a developer leaves in its workspace. */
export function develop(
  outcome: Outcome,
  files: Map<string, string>,
  { phase, attempt, subtasks }: Assignment,
  plan: Plan,
): void {
  files.delete(`${phase}${HALF_DONE}`);
  if (outcome === 'idle' || outcome === 'lie') return;
  files.set(`${phase}.txt`, outcome === 'red' ? RED : `attempt ${attempt}`);
  const type = plan.phases.find(({ id }) => id === phase)?.subtasks[0]?.type;
  if (type === 'test' && outcome !== 'premature')
    files.set(`${phase}${SPEC}`, outcome === 'broken' ? BROKEN : '');
  if (type === 'impl' && outcome !== 'stub') files.set(`${phase}${IMPLEMENTATION}`, specsIn(files));
  switch (outcome) {
    case 'clash':
      files.set('shared.txt', `${phase} ${attempt}`);
      break;
    case 'feud':
      files.set(`${phase}${FEUD}`, '');
      break;
    case 'flaky':
      files.set(`${phase}${FLAKY}`, '');
      break;
    case 'overlap':
      files.set(`${phase}.lane.txt`, subtasks.join(' '));
      break;
    case 'trespass':
      files.set(GUARDED, '');
      break;
    case 'delete':
      files.delete(DELETED);
      break;
  }
}

const specsIn = (files: Tree): string => [...files.keys()].filter(path => path.endsWith(SPEC)).join(' ');
