/** Shows what Phasewright does with a plan: check, graph and dry run of the example, through the real command. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const PLAN = 'examples/plan.md';
const folder = mkdtempSync(join(tmpdir(), 'phasewright-demo-'));
const picture = join(folder, 'plan.svg');

const say = (text: string): void => console.log(`\n${text}\n`);

function phasewright(...words: string[]): void {
  console.log(`$ phasewright ${words.join(' ')}`);
  const { status } = spawnSync(process.execPath, [SCRIPT, ...words], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

say(`1. Is the plan in ${PLAN} understood, and is it sound?`);
phasewright('check', PLAN);
say('2. What depends on what?');
phasewright('graph', PLAN);
phasewright('graph', PLAN, '--as', 'svg', '-o', picture);
say('3. What would a run do?');
phasewright('run', PLAN, '--dry-run');
say(
  `The picture of the graph is in ${picture}: open it in a browser.\nTry it on a plan of your own: npm run phasewright -- check path/to/plan.md`,
);
