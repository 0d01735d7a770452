import { describe, expect, it } from 'vitest';
import { approved, carryOut, reply, type Story, tasks } from './story.ts';
import { type Workshop, workshop } from './workshop.ts';

const write = { write: { path: '{phase}.txt', content: '{phase} {attempt}\n' } };
const patient = ['--set', 'limits.backoffMs=1'];
const one = (): Workshop => workshop({ 'plan.md': tasks('Handle empty input') });
const said = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const fenced = (value: unknown): object => ({ say: `Let me see.\n\n${said(value)}\n` });
const YES = fenced({ approved: true, summary: 'Good.' });

/** Which verdicts came, in order. */
const verdicts = ({ events }: Story): string[] =>
  events.map(({ type }) => type).filter(type => /^(?:review|evaluation)_/.test(type));

describe('a reviewer', () => {
  it('gets phase, change, checks and findings, and can change nothing', async () => {
    const shop = workshop({
      'plan.md': tasks('Handle empty input\n\nAn empty list is fine, too.\n\n**Files:** `src/a.ts`'),
    });
    const nosy = [
      { shell: 'cat > "$HOME/prompt"' },
      { write: { path: 'sneaked.txt', content: 'x' } },
      approved,
    ];
    const { code } = await carryOut(
      shop,
      {
        developer: { 1: [[{ write: { path: 'b.txt', content: 'brave new line\n' } }]] },
        reviewer: { 1: [nosy] },
      },
      ...['--check', 'true # lint'],
    );
    expect(code).toBe(0);
    const prompt = shop.read('../prompt');
    for (const part of [
      'An empty list is fine',
      '+brave new line',
      '`true # lint`: passed',
      'scope (warn)',
      'b.txt',
    ])
      expect(prompt).toContain(part);
    expect(shop.git('ls-tree', '-r', '--name-only', 'work')).not.toContain('sneaked');
  });

  it('that changes something all the same is told of, and leaves nothing for those after it', async () => {
    const shop = one();
    const tamper =
      'cat 1.txt >> "$HOME/seen"; echo tampered > 1.txt; echo x > new.txt; git add 1.txt; git -c user.name=A -c user.email=a commit -qm mine';
    const refused = reply({ approved: false, summary: 'No.', comments: [{ message: 'Mend it.' }] });
    const decisions = [1, 2].map(comment => ({ comment, decision: 'REJECT' }));
    const ended = await carryOut(
      shop,
      {
        developer: { '*': [[write]] },
        reviewer: { '*': [[{ shell: tamper }, refused]] },
        evaluator: {
          '*': [[{ shell: 'cat 1.txt >> "$HOME/seen"; ls >> "$HOME/seen"' }, reply({ decisions })]],
        },
      },
      ...['--set', 'review.tier=panel', '--check', 'touch left-by-check'],
    );
    expect(ended.code).toBe(0);
    expect(ended.of('review_ended').map(({ trespass }) => trespass)).toEqual([
      ['HEAD', '1.txt', 'new.txt'],
      ['HEAD', '1.txt', 'new.txt'],
    ]);
    expect(ended.of('evaluation_ended').map(({ trespass }) => trespass)).toEqual([undefined]);
    expect(ended.err).toContain('it changed HEAD, 1.txt, new.txt, which it must not; that was undone');
    expect(shop.read('../seen')).toBe('1 1\n1 1\n1 1\n1.txt\ndocs\nplan.md\n');
    expect(shop.git('show', 'work:1.txt')).toBe('1 1\n');
    expect((await shop.run('report', ended.run)).out).toContain('it changed HEAD, 1.txt, new.txt');
  });

  it.each<[what: string, steps: object[], verdict: string[], code: number]>([
    ['JSON in a fence', [fenced({ approved: true, summary: 'Good.' })], ['review_ended'], 0],
    ['a rejection in a fence', [fenced({ approved: false, summary: 'No.' })], ['review_ended'], 1],
    ['prose', [{ say: 'Looks good to me, approved!' }], ['review_failed', 'review_failed'], 1],
    ['nothing', [], ['review_failed', 'review_failed'], 1],
    ['a quotation', [YES, { say: 'So it says. I do not.' }], ['review_failed', 'review_failed'], 1],
    ['half a rejection', [YES, { say: '```json\n{"approved": fal' }], ['review_failed', 'review_failed'], 1],
    ['a change of mind', [YES, fenced({ approved: false, summary: 'No.' })], ['review_ended'], 1],
    ['a reply that is none', [reply({ approved: 'yes' })], ['review_failed', 'review_failed'], 1],
    ['a crash', [{ crash: 3 }], ['review_failed', 'review_failed'], 1],
    ['rubbish', [{ garbage: 100_000 }], ['review_failed', 'review_failed'], 1],
  ])('answers with %s', async (_, steps, expected, code) => {
    const shop = one();
    const words = ['--max-attempts', '1', '--set', 'limits.infraRetries=0', ...patient];
    const ended = await carryOut(
      shop,
      { developer: { '*': [[write]] }, reviewer: { '*': [steps] } },
      ...words,
    );
    expect({ code: ended.code, verdicts: verdicts(ended) }).toEqual({ code, verdicts: expected });
    expect(ended.of('run_ended')).toMatchObject([{ status: code === 0 ? 'completed' : 'halted' }]);
    if (expected.includes('review_failed'))
      expect(ended.of('phase_failed')).toMatchObject([{ spends: 'infra', attempt: 1 }]);
    expect(shop.git('rev-list', '--count', 'main..work')).toBe(code === 0 ? '1\n' : '0\n');
  });

  it('that approves with comments has them kept for the report', async () => {
    const shop = one();
    const comments = [{ severity: 'minor', file: 'a.ts', line: 3, message: 'Rename this some day.' }];
    const reviewer = { '*': [[reply({ approved: true, summary: 'Good.', comments })]] };
    const { code, run } = await carryOut(shop, { reviewer });
    expect(code).toBe(0);
    expect((await shop.run('report', run)).out).toContain('Rename this some day.');
  });

  it('sits with two others where that is asked for, and the third is not called when two agree', async () => {
    const shop = one();
    const ended = await carryOut(shop, {}, '--set', 'review.tier=panel');
    expect(ended.code).toBe(0);
    expect(ended.of('review_ended')).toMatchObject([{ seat: 0 }, { seat: 1 }]);
    const refused = await carryOut(
      one(),
      { reviewer: { '*': [[reply({ approved: false, summary: 'No.' })]] } },
      ...['--set', 'review.tier=panel', '--max-attempts', '1'],
    );
    expect(refused.code).toBe(1);
    expect(refused.of('review_ended')).toMatchObject([{ seat: 0 }, { seat: 1 }]);
  });

  it('of a panel that is cut off is asked again, and the others are not', async () => {
    const die = 'echo x >> "$HOME/asked"; test "$(wc -l < "$HOME/asked")" -ne 2 || kill -KILL $PPID';
    const reviewer = { '*': [[{ shell: die }, approved]] };
    const ended = await carryOut(one(), { reviewer }, '--set', 'review.tier=panel');
    expect(ended.code).toBe(0);
    expect(verdicts(ended)).toEqual(['review_ended', 'review_failed', 'review_ended']);
    expect(ended.of('review_ended')).toMatchObject([{ seat: 0 }, { seat: 1 }]);
  });

  it.each<[what: string, content: string, path: string, tier: string]>([
    ['small', 'x\n', 'a.txt', 'light'],
    ['larger', 'x\n'.repeat(100), 'a.txt', 'full'],
    ['very large', 'x\n'.repeat(1_501), 'a.txt', 'panel'],
    ['risky', 'x\n', 'auth/a.txt', 'panel'],
  ])('looks as closely as the change is %s', async (_, content, path, tier) => {
    const developer = { '*': [[{ write: { path, content } }]] };
    const { code, of } = await carryOut(
      one(),
      { developer },
      ...['--set', 'review.tier=auto', '--set', 'review.risky=[auth/**]'],
    );
    expect(code).toBe(0);
    expect(of('attempt_inspected')).toMatchObject([{ tier }]);
    expect(of('review_ended')).toHaveLength(tier === 'panel' ? 2 : 1);
  });
});

describe('an evaluator', () => {
  const objects = reply({ approved: false, summary: 'No.', comments: [{ message: 'Mend it.' }] });

  it.each<[what: string, steps: object[]]>([
    ['says nothing', []],
    ['speaks in prose', [{ say: 'I would implement the first.' }]],
    ['decides in words of its own', [reply({ decisions: [{ comment: 1, decision: 'MAYBE' }] })]],
  ])('that %s is asked once more, then it is not the fault of the phase', async (_, steps) => {
    const ended = await carryOut(
      one(),
      { reviewer: { '*': [[objects]] }, evaluator: { '*': [steps] } },
      ...['--set', 'limits.infraRetries=0', ...patient],
    );
    expect(ended.code).toBe(1);
    expect(verdicts(ended)).toEqual(['review_ended', 'evaluation_failed', 'evaluation_failed']);
    expect(ended.of('phase_failed')).toMatchObject([{ spends: 'infra' }]);
  });

  it('may put its decisions into a fence', async () => {
    const decisions = [{ comment: 1, decision: 'REJECT', reason: 'It is fine.' }];
    const ended = await carryOut(one(), {
      reviewer: { '*': [[objects]] },
      evaluator: { '*': [[fenced({ decisions })]] },
    });
    expect(ended.code).toBe(0);
    expect(ended.of('evaluation_ended')).toMatchObject([{ decisions }]);
  });
});

describe('a developer’s report', () => {
  const NONE = 'No such module.';
  const REPORT = {
    status: 'completed',
    subtasksCompleted: ['1'],
    subtasksFailed: [],
    summary: 'Done as asked.',
    error: 'One warning is left.',
    filesChanged: ['ghost.ts'],
  };
  const SNAKE = {
    status: 'completed',
    subtasks_completed: ['1'],
    subtasks_failed: [],
    summary: 'Done as asked.',
    error_context: 'One warning is left.',
    files_changed: ['ghost.ts'],
  };
  const inFolder = (command: string): object => ({
    shell: `cd docs/phasewright/*/ && mkdir -p phase-1 && cd phase-1 && ${command}`,
  });
  const inFile = (text: string): object => inFolder(`cat > report.json <<'END'\n${text}\nEND`);
  const elsewhere = `echo '${JSON.stringify(REPORT)}' > "$HOME/real.json" && ln -s "$HOME/real.json" report.json`;

  const onlyWhatGitSays = (shop: Workshop, { of, code }: Story): void => {
    expect(code).toBe(0);
    expect(of('attempt_inspected')).toMatchObject([{ changed: 1, files: [{ path: '1.txt' }] }]);
    expect(shop.git('diff', '--name-only', 'main', 'work')).toBe('1.txt\n');
  };

  it.each<[what: string, step: object]>([
    ['as it is asked for', { report: REPORT }],
    ['in a fence', fenced(REPORT)],
    ['in the other spelling', reply(SNAKE)],
    ['in a file', inFile(JSON.stringify(REPORT))],
    ['in a fence in a file', inFile(`\`\`\`json\n${JSON.stringify(SNAKE)}\n\`\`\``)],
  ])('%s is taken down in full, and what it claims of files is not believed [001-08]', async (_, step) => {
    const shop = one();
    const ended = await carryOut(shop, { developer: { '*': [[write, step]] } });
    expect(ended.of('session_ended')).toMatchObject([{ report: REPORT }]);
    onlyWhatGitSays(shop, ended);
  });

  it.each<[what: string, steps: object[]]>([
    ['nowhere', []],
    ['garbage', [reply([1, 2, 3]), { garbage: 10_000 }]],
    ['garbage in a file', [inFile('{"status": "splen')]],
    ['a link in place of the file', [inFolder(elsewhere)]],
    ['a folder in place of the file', [inFolder('mkdir report.json')]],
  ])('that is %s is none, and the work counts all the same', async (_, steps) => {
    const shop = one();
    const ended = await carryOut(shop, { developer: { '*': [[write, ...steps]] } });
    expect(ended.of('session_ended')).toMatchObject([{ report: null }]);
    onlyWhatGitSays(shop, ended);
  });

  it.each<[what: string, step: object]>([
    ['in a fence', fenced({ status: 'failed', error: 'No such module.' })],
    ['in a file', inFile(JSON.stringify({ status: 'partial', error: 'No such module.' }))],
    ['before other words', { say: `${said({ status: 'failed', error: NONE })}\n${said({ a: 1 })}\nSorry.` }],
    ['in loose words', reply({ status: 'FAILED', error: NONE, subtasksCompleted: null, filesChanged: [7] })],
    ['as an object', reply({ status: 'failed', error: { message: NONE } })],
  ])('of failure %s is believed', async (_, step) => {
    const ended = await carryOut(one(), { developer: { '*': [[write, step]] } }, '--max-attempts', '1');
    expect(ended.code).toBe(1);
    expect(ended.of('phase_failed')).toMatchObject([{ failure: { message: expect.stringContaining(NONE) } }]);
  });

  it('of success without any work is not', async () => {
    const ended = await carryOut(
      one(),
      { developer: { '*': [[{ report: REPORT }]] } },
      '--max-attempts',
      '1',
    );
    expect(ended.code).toBe(1);
    expect(ended.of('phase_failed')).toMatchObject([{ failure: { category: 'no_change' } }]);
  });
});
