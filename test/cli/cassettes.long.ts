import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cueIn } from '../agents/cue.ts';
import { startModelServer } from '../model-server/server.ts';
import type { ModelStep } from '../model-server/step.ts';
import { scratch } from './phasewright.ts';
import { developers, SCRIPTED_RUN, type Workshop, workshop } from './workshop.ts';

const PLAN = '# Two\n\n### Task 1: One\n### Task 2: Two\nDepends on: Task 1\n';
const FILES = { 'README.md': 'Hello\n', 'plan.md': PLAN };

/** The phases' commits with their trees, without what differs from run to run. */
const history = ({ git }: Workshop, branch: string): string =>
  git('log', '--format=%s %T', '--reverse', `main..${branch}`);

const replayed = (folder: string, branch: string): string[] => [
  ...['run', 'plan.md', '--agent', `replay:${folder}`, '--branch', branch, '--yes'],
];

describe('a recorded run', () => {
  const script = developers({
    1: [[{ write: { path: 'one.txt', content: 'one\n' } }, { delete: 'README.md' }]],
    2: [
      [{ write: { path: 'two.txt', content: 'wrong\n' } }],
      [
        { shell: 'printf "#!/bin/sh\\n" > run.sh; chmod +x run.sh; ln -s one.txt link' },
        { usage: { input: 5, output: 6 } },
      ],
    ],
  });

  it('is replayed to the same commits, in another repository and without the agent', async () => {
    const shop = workshop({ ...FILES, 'script.json': script });
    const folder = join(scratch(), 'cassette');
    const check = ['--check', '! grep -q wrong two.txt 2>/dev/null'];
    const first = await shop.run(...SCRIPTED_RUN, '--record', folder, ...check);
    expect([first.code, first.code === 0 ? '' : first.err]).toEqual([0, '']);
    const other = workshop({ ...FILES, 'script.json': script });
    const second = await other.run(...replayed(folder, 'work'), ...check);
    expect([second.code, second.code === 0 ? '' : second.err]).toEqual([0, '']);
    expect(history(other, 'work')).toBe(history(shop, 'work'));
  });

  it('is replayed, though phasewright was killed while it was recorded and while it is replayed', async () => {
    const shop = workshop({ ...FILES, 'script.json': script });
    const folder = join(scratch(), 'cassette');
    await shop.runWith({ PHASEWRIGHT_TEST_KILL: 'after:run_session/2' }, ...SCRIPTED_RUN, '--record', folder);
    expect((await shop.run('resume', '--record', folder)).code).toBe(0);
    const other = workshop({ ...FILES, 'script.json': script });
    await other.runWith({ PHASEWRIGHT_TEST_KILL: 'after:run_session/1' }, ...replayed(folder, 'work'));
    expect((await other.run('resume')).code).toBe(0);
    expect(history(other, 'work')).toBe(history(shop, 'work'));
  });

  it('with another plan fails and says why', async () => {
    const shop = workshop({ ...FILES, 'script.json': script });
    const folder = join(scratch(), 'cassette');
    await shop.run(...SCRIPTED_RUN, '--record', folder);
    shop.write('plan.md', `${PLAN}### Task 3: Three\n`);
    const { code, err, out } = await shop.run(...replayed(folder, 'again'), '--max-attempts', '1');
    expect(code).toBe(1);
    expect(err + out).toMatch(/no session of the developer .*phase 3/);
  });

  it('with an agent that had to be asked twice for its verdict is replayed, too', async () => {
    const play = (prompt: string): readonly ModelStep[] | null => {
      const cue = cueIn(prompt);
      if (prompt.includes('gave no verdict that can be read'))
        return [{ reply: { approved: true, summary: '', comments: [] } }];
      if (cue?.role === 'reviewer') return [{ say: 'It is good.' }];
      return cue === null ? null : [{ write: { path: `${cue.phase}.txt`, content: 'x\n' } }, { say: 'done' }];
    };
    const server = await startModelServer(({ prompt }) => play(prompt));
    onTestFinished(() => server.close());
    const shop = workshop(FILES);
    const folder = join(scratch(), 'cassette');
    const env = { ANTHROPIC_API_KEY: 'key-of-nobody', ANTHROPIC_BASE_URL: server.url };
    const words = [
      'run',
      'plan.md',
      '--agent',
      'api',
      '--model',
      'anthropic/claude-sonnet-5',
      '--branch',
      'work',
      '--yes',
    ];
    const first = await shop.runWith(env, ...words, '--record', folder);
    expect([first.code, first.code === 0 ? '' : first.err]).toEqual([0, '']);
    const other = workshop(FILES);
    const second = await other.run(...replayed(folder, 'work'));
    expect([second.code, second.code === 0 ? '' : second.err]).toEqual([0, '']);
    expect(history(other, 'work')).toBe(history(shop, 'work'));
  });

  it('is not recorded into the checkout that it works in', async () => {
    const shop = workshop({ ...FILES, 'script.json': script });
    const { code, err } = await shop.run(
      'run',
      'plan.md',
      '--agent',
      'scripted',
      '--here',
      '--yes',
      '--record',
      'cassette',
    );
    expect(code).toBe(2);
    expect(err).toContain('is in the checkout that the run works in');
  });
});
