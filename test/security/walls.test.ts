import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTimeOf } from '../../src/agent/process/sweep.ts';
import { bubblewrap, checkConfinementFor } from '../../src/agent/sandbox/find.ts';
import { KEY_PLACES } from '../../src/agent/sandbox/key-places.ts';
import { hiddenPlaces } from '../../src/agent/sandbox/places.ts';
import { boundSockets } from '../../src/agent/sandbox/sockets.ts';
import { processChecks } from '../../src/engine/check-runner.ts';
import { hintOfWalls, tellingOfWalls } from '../../src/engine/check-walls.ts';
import { DEFAULT_SANDBOX } from '../../src/run/policy/settings.ts';
import { ownMarker } from '../agent/marked.ts';
import { scratch } from '../cli/phasewright.ts';
import { developers, SCRIPTED_RUN, workshop } from '../cli/workshop.ts';

const isThere = bubblewrap(process.env.PATH ?? '').ok;

const PLAN = {
  'README.md': 'Hello\n',
  'plan.md': '### Task 1: Do it\n',
  '.gitignore': 'made\n',
  'script.json': developers({ '*': [[{ write: { path: 'one.txt', content: 'x' } }]] }),
};
const GROUNDS = { stateFolder: '/nowhere', repository: [], path: '', uid: 12_345 };

/** A check by itself, in a workspace of its own, behind the walls that the settings ask for. */
async function checked(command: string, sandbox: Partial<typeof DEFAULT_SANDBOX> = {}, home = scratch()) {
  const cwd = scratch();
  const grounds = {
    ...GROUNDS,
    home,
    stateFolder: join(scratch(), 'state'),
    path: process.env.PATH ?? '',
    variables: {},
  };
  const walls = checkConfinementFor({ ...DEFAULT_SANDBOX, ...sandbox }, grounds);
  const result = await tellingOfWalls(
    processChecks(text => text, walls),
    walls,
  ).run(
    { command, timeoutMs: 60_000 },
    {
      cwd,
      environment: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: '/nonexistent' },
      marker: ownMarker(),
      outputFile: join(scratch(), 'out'),
      signal: new AbortController().signal,
    },
  );
  if (result === null || 'notRun' in result) throw new Error(`not run: ${result?.notRun}`);
  return { ...result, cwd };
}

/** The walls end a process that would otherwise print this. */
const door = (path: string): string =>
  `'${process.execPath}' -e 'require("net").connect("${path}").on("connect",()=>{console.log("OPEN");process.exit(1)}).on("error",()=>process.exit(1))'`;

async function listening(path: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true });
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>(resolve => server.listen(path, resolve));
  return path;
}

describe.runIf(isThere)('a check in the sandbox', () => {
  it('writes in its workspace and to temporary files of its own, and nowhere else [A78]', async () => {
    const home = scratch();
    const elsewhere = join(scratch(), 'x');
    const temporary = join('/tmp', `phasewright-of-a-check-${process.pid}`);
    const { tail, exitCode, cwd } = await checked(
      `echo ok > made && echo ok > ${temporary} && cat ${temporary} && mktemp >/dev/null && mkdir -p "$HOME/.npm" && echo ok > "$HOME/.npm/x" || exit 9; echo x > ${elsewhere}; echo x > /etc/x; exit 3`,
      {},
      home,
    );
    expect([exitCode, tail]).toEqual([3, expect.stringMatching(/^ok\n(?:[^\n]*\n)+/)]);
    expect(tail).toContain('Read-only file system');
    const left = [join(cwd, 'made'), temporary, elsewhere, '/etc/x', join(home, '.npm')];
    expect(left.map(path => existsSync(path))).toEqual([true, false, false, false, false]);
  });

  it('has its caches also in a folder with too many entries to take apart, and the rest of the home beside it', async () => {
    const home = scratch();
    for (const name of ['.npm', '.cache/yarn']) mkdirSync(join(home, name), { recursive: true });
    for (let n = 0; n < 2_001; n += 1) writeFileSync(join(home, '.cache', `${n}`), '');
    const writes = 'cd "$HOME" && echo x > .npm/x && echo x > .cache/yarn/x && mkdir new && cat .cache/7';
    const { exitCode, tail } = await checked(`${writes} && ! mkdir .cache/new && exit 3`, {}, home);
    expect([exitCode, tail]).toEqual([3, expect.stringContaining("'.cache/new'")]);
    expect(['.npm/x', '.cache/yarn/x', 'new'].filter(name => existsSync(join(home, name)))).toEqual([]);
  });

  it('sees none of the places of keys, whatever is in them [A79]', async () => {
    const home = scratch();
    for (const name of KEY_PLACES) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), `SECRET of ${name}\n`);
    }
    writeFileSync(join(home, 'notes.txt'), 'SECRET of none\n');
    const { tail } = await checked('cd "$HOME" && grep -rl SECRET . ; exit 1', {}, home);
    expect(tail.split('\n').filter(line => line.startsWith('./'))).toEqual(['./notes.txt']);
  });

  it('reaches no socket in the home, be it in a known place or not [A79]', async () => {
    const home = scratch();
    const known = await listening(join(home, '.1password/agent.sock'));
    const unknown = await listening(join(home, 'work/tool.sock'));
    expect(boundSockets()).toContain(unknown);
    const { tail } = await checked(`${door(known)}; ${door(unknown)}; exit 1`, {}, home);
    expect(tail).not.toContain('OPEN');
    const { tail: opened } = await checked(
      `${door(known)}; ${door(unknown)}; exit 1`,
      { open: [known, dirname(unknown)] },
      home,
    );
    expect(opened).toMatch(/^OPEN\nOPEN\n/);
  });

  it('gets what the settings open, and no more of it than they name', async () => {
    const home = scratch();
    for (const name of ['.docker/config.json', '.docker/other', '.npmrc', '.netrc', 'out/x']) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), `${name}\n`);
    }
    const open = [join(home, '.docker/config.json'), join(home, '.npmrc')];
    const command =
      'cd "$HOME"; cat .docker/config.json .npmrc .netrc .docker/other; echo new > out/y && cat out/y; echo x > .npmrc; exit 1';
    const { tail } = await checked(command, { open, writable: [join(home, 'out')] }, home);
    expect(tail).toMatch(/^\.docker\/config\.json\n\.npmrc\n/);
    expect(tail).toMatch(/\nnew\n/);
    expect(tail).not.toMatch(/^(?:\.netrc|\.docker\/other)$/m);
    expect(tail).toContain('Read-only file system');
    expect(existsSync(join(home, 'out/y'))).toBe(true);
  });

  it('ends as it would outside, and what it leaves running is told and ended', async () => {
    const ends = ['true', 'exit 7', 'kill -9 $$'];
    const codes = [];
    for (const command of ends) codes.push((await checked(command)).exitCode);
    expect(codes).toEqual([0, 7, 137]);
    // Until then it is a copy of the shell.
    const begun = 'until grep -q sleep "/proc/$!/comm"; do :; done';
    const { passed, left, tail } = await checked(`sleep 1000 >/dev/null 2>&1 & ${begun}; echo done`);
    expect({ passed, left, tail }).toEqual({ passed: true, left: ['sleep'], tail: 'done\n' });
  });

  it('sees no process but its own', async () => {
    const { exitCode } = await checked(`kill -0 ${process.pid}`);
    expect(exitCode).not.toBe(0);
    expect(startTimeOf(process.pid)).not.toBeNull();
  });

  it('has no network where the settings take it away', async () => {
    const { tail } = await checked('cat /proc/net/dev; exit 1', { network: false });
    const devices = tail.split('\n').flatMap(line => /^\s*(\w+):/.exec(line)?.[1] ?? []);
    expect(devices).toEqual(['lo']);
  });
});

describe.runIf(isThere)('a run', () => {
  it('has setup commands and checks behind the walls, and a failure names the setting', async () => {
    const shop = workshop(PLAN, { walls: true });
    const outside = '/usr/phasewright-outside';
    const setup = [`! touch ${outside} && touch made`];
    const checks = [`test -e made && touch ${outside}`];
    shop.write('phasewright.yaml', JSON.stringify({ setup, checks, baseline: false, checkReruns: 0 }));
    const { out, err } = await shop.run(...SCRIPTED_RUN, '--set', 'maxAttempts=1');
    const events = out
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line));
    const ended = events.find(({ type }) => type === 'checks_ended');
    if (!ended) expect.fail(err);
    expect(ended.results[0].passed).toBe(false);
    expect(ended.results[0].tail).toMatch(/Read-only file system\n\[phasewright: .*sandbox\.writable/);
    expect(existsSync(outside)).toBe(false);
  });

  it('is told of the walls, too, where a check fails with and without the phase, and so holds up nothing', async () => {
    const shop = workshop(PLAN, { walls: true });
    const { code, out } = await shop.run(...SCRIPTED_RUN, '--check', 'touch /usr/phasewright-outside');
    const events = out
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line));
    const { results } = events.find(({ type }) => type === 'checks_ended');
    expect([code, results[0].verdict]).toEqual([0, 'known']);
    expect(results[0].note).toMatch(
      /^failed before this phase, too.*; checks run in a sandbox.*sandbox\.writable/,
    );
  });

  it('has them outside where the settings say so', async () => {
    const shop = workshop(PLAN, { walls: true });
    const outside = join(shop.repository, '..', 'outside');
    const words = ['--check', `touch ${outside}`, '--set', 'sandbox.checks=none'];
    const { code } = await shop.run(...SCRIPTED_RUN, ...words);
    expect([code, existsSync(outside)]).toEqual([0, true]);
  });
});

describe('what is hidden', () => {
  const grounds = { ...GROUNDS, home: '/users/u' };

  it('is also where the variables of the user put it', () => {
    const variables = {
      XDG_CONFIG_HOME: '/etc/mine',
      SSH_AUTH_SOCK: '/agents/ssh',
      KUBECONFIG: '/a/one:/a/two:relative',
      DOCKER_CONFIG: '/users/u',
    };
    const hidden = hiddenPlaces({ ...grounds, variables });
    expect(hidden).toEqual(
      expect.arrayContaining(['/etc/mine/gh', '/users/u/.config/gh', '/agents/ssh', '/a/one', '/a/two']),
    );
    expect(hidden).not.toContain('/users/u');
    expect(hidden.every(path => path.startsWith('/'))).toBe(true);
  });

  it('are the keys of the program in the checkout, which no workspace has', () => {
    const folder = scratch();
    for (const name of ['.env', '.env.local', '.envrc', '.environment', 'x.env'])
      writeFileSync(join(folder, name), '');
    const hidden = hiddenPlaces({ ...grounds, repository: [folder], variables: {} });
    const names = hidden.filter(path => dirname(path) === folder).map(path => path.slice(folder.length + 1));
    expect(names.sort()).toEqual(['.env', '.env.local', '.envrc']);
  });

  it('is listed once each', () => expect(new Set(KEY_PLACES).size).toBe(KEY_PLACES.length));
});

describe('the hint of a check that failed', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['AssertionError: expected 1 to be 2', null],
    ["EROFS: read-only file system, open '/users/u/x'", 'sandbox.writable'],
    ['touch: cannot touch /x: Read-only file system', 'sandbox.writable'],
    [
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock',
      'sandbox.open: [/run/docker.sock]',
    ],
    ['FATAL: No usable sandbox! Update your kernel', 'sandbox.checks: none'],
    ['npm error code E401', 'sandbox.open'],
    ['connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed', '/run/postgresql'],
    ["Error: EACCES: permission denied, mkdir '/root'", 'sandbox.open or sandbox.writable'],
  ];
  it.each(cases)('%s', (printed, setting) => {
    const hint = hintOfWalls(`1 test\n${printed}\n`);
    if (setting === null) expect(hint).toBeNull();
    else expect(hint).toContain(setting);
  });
});
