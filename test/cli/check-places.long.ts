import { describe, expect, it } from 'vitest';
import { carryOut, type Story, tasks } from './story.ts';
import { type Workshop, workshop } from './workshop.ts';

const write = (path: string, content = 'x\n'): object => ({ write: { path, content } });

const shopFor = (files: Readonly<Record<string, string>>, settings: object): Workshop =>
  workshop({
    'plan.md': tasks('Work'),
    'phasewright.yaml': JSON.stringify({ review: 'off', ...settings }),
    ...files,
  });

const once = ['--max-attempts', '1'];
const results = ({ of }: Story): Record<'command' | 'verdict' | 'note', string>[] =>
  of('checks_ended').flatMap(event => event.results as ReturnType<typeof results>);

describe('new files that git does not ignore', () => {
  const work = { developer: { 1: [[write('n')]] } };
  const TOOL = 'mkdir -p deps; echo x > deps/tool';

  it('are named where a check fails behind those that made them, with and without the work', async () => {
    const shop = shopFor(
      {},
      { checks: ['mkdir -p out; echo x > out/built', 'echo test; test -e out/built'] },
    );
    const ended = await carryOut(shop, work, ...once);
    expect(results(ended).map(({ verdict }) => verdict)).toEqual(['passed', 'known']);
    expect(results(ended)[1]!.note).toMatch(/git does not ignore, so it was removed: out\/$/);
  });

  it('are named where setup made them', async () => {
    const shop = shopFor({}, { setup: [TOOL], checks: ['cat deps/tool'] });
    const ended = await carryOut(shop, work, ...once);
    expect(results(ended)[0]).toMatchObject({ verdict: 'known', note: expect.stringMatching(/: deps\/$/) });
  });

  it('are made again by setup where the work has git ignore them', async () => {
    const shop = shopFor({}, { setup: [TOOL], checks: ['cat deps/tool'] });
    const ended = await carryOut(shop, { developer: { 1: [[write('.gitignore', 'deps/\n')]] } }, ...once);
    expect(results(ended)).toMatchObject([{ verdict: 'passed' }]);
  });
});

it('setup that fails in a check slot alone is told so', async () => {
  const setup = ['case "$PWD" in *check-*) echo no registry; exit 3;; esac'];
  const shop = shopFor({}, { setup, checks: ['true'], limits: { infraRetries: 0 }, recovery: 'off' });
  const ended = await carryOut(shop, { developer: { 1: [[write('n')]] } });
  const { message } = ended.of('operation_failed')[0]!.failure as { message: string };
  expect(message).toMatch(/^the check slot could not be made ready: .*: exit status 3\nno registry/s);
});

describe('checks in a workspace', () => {
  it('answer for what they change, not for what those before them did', async () => {
    const shop = shopFor(
      { m: '1\n' },
      { verify: 'workspace', checks: ['echo x > m', { command: 'cat m', mayChange: false }] },
    );
    const ended = await carryOut(shop, { developer: { 1: [[write('n')]] } }, ...once);
    expect(results(ended).map(({ verdict, note }) => `${verdict} ${note}`)).toEqual([
      'passed changed 1 file: m',
      'passed ',
    ]);
  });
});

describe('a check that does damage to its slot', () => {
  it.each([
    ['takes it from git', 'rm -rf .git'],
    ['takes the index of the engine', 'rm "$(git rev-parse --git-dir)"/phasewright.*'],
  ])('leaves none of it to the next one: %s', async (_, damage) => {
    const shop = shopFor(
      { '.gitignore': 'deps/\n', n: 'before\n' },
      {
        setup: ['mkdir -p deps; echo x > deps/tool'],
        checks: [
          `${damage}; echo right > n; echo x > new; rm -f plan.md`,
          'cat n; ls; test -e deps/tool && test -e plan.md && test ! -e new && grep -q wrong n',
        ],
        sandbox: { checks: 'none' },
        baseline: false,
      },
    );
    const ended = await carryOut(shop, { developer: { 1: [[write('n', 'wrong\n')]] } }, ...once);
    expect(results(ended).map(({ verdict }) => verdict)).toEqual(['passed', 'passed']);
  });
});

describe('a formatter', () => {
  it('makes no work where there is none', async () => {
    const checks = [{ command: 'echo tidy > n', mayChange: true }];
    const ended = await carryOut(shopFor({ n: 'untidy\n' }, { checks }), { developer: { 1: [[]] } }, ...once);
    expect(ended.of('phase_failed')).toMatchObject([{ failure: { category: 'no_change' } }]);
  });
});
