import { describe, expect, it } from 'vitest';
import { carryOut, tasks } from '../cli/story.ts';
import { workshop } from '../cli/workshop.ts';

const write = (path: string, content: string): object => ({ write: { path, content } });
const report = { report: { status: 'completed', filesChanged: [] } };
const BUILD = 'mkdir -p dist; cp src/*.js dist/; node dist/a.js';
/** Names no file of the phases, since setup would run again where that is changed. */
const LINTER = 'mkdir -p node_modules; echo "grep -q right ?" > node_modules/lint.sh';

describe('what the checks of one phase leave for those of another', () => {
  it.each<[title: string, setup: string[], checks: string[], first: object[], second: object[]]>([
    [
      'a program of packages that a test rewrites lets nothing pass [A84]',
      [LINTER],
      ['sh node_modules/lint.sh', 'sh test.sh'],
      [write('test.sh', 'echo true > node_modules/lint.sh\n')],
      [write('n', 'wrong\n')],
    ],
    [
      'what was built of a file that is gone lets nothing pass [A84]',
      [],
      [BUILD],
      [write('src/b.js', ''), write('src/a.js', "require('./b.js');\n")],
      [{ shell: 'git rm -q src/b.js' }],
    ],
  ])('%s', async (_, setup, checks, first, second) => {
    const settings = { review: 'off', baseline: false, checkReruns: 0, checkSlots: 1, schedule: 'serial' };
    const shop = workshop({
      'plan.md': tasks('One', 'Two'),
      'phasewright.yaml': JSON.stringify({ ...settings, setup, checks }),
      ...{ '.gitignore': 'node_modules/\ndist/\n', n: 'right\n', 'src/a.js': '', 'test.sh': 'true\n' },
    });
    const script = { developer: { 1: [[...first, report]], 2: [[...second, report]] } };
    const ended = await carryOut(shop, script, '--max-attempts', '1');
    expect(ended.of('phase_failed')).toMatchObject([{ phase: '2' }]);
  });
});
