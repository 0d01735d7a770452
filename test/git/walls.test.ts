import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bubblewrap } from '../../src/agent/sandbox/find.ts';
import { type Walls, walledShell } from '../../src/git/walls.ts';
import { put } from './ground.ts';

const found = bubblewrap(process.env.PATH ?? '');

/** A machine of which git gets to see a part. */
function machine() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'walls-')));
  const at = (...names: readonly string[]): string => join(root, ...names);
  for (const name of ['home/bin/own', 'home/.local/bin/own', 'tools/strip.sh']) {
    put(at(name), '#!/bin/sh\ncat "$(dirname "$0")/beside"\n');
    chmodSync(at(name), 0o755);
    put(at(name, '../beside'), 'a program');
  }
  for (const name of ['home/.ssh/id', 'home/.local/share/keyrings/login', 'home/notes', 'private/bank'])
    put(at(name), 'a secret');
  for (const name of ['repository/objects', 'workspace', 'caches', 'state'])
    mkdirSync(at(name), { recursive: true });
  return { root, at };
}

type Machine = ReturnType<typeof machine>;

const environmentOf = ({ at }: Machine) => ({
  PATH: `${at('home/bin')}:${at('home/.local/bin')}:/usr/bin:/bin`,
  HOME: at('home'),
});

function commandLine(made: Machine, changed: Partial<Walls>, home = made.at('home')) {
  if (!found.ok) throw new Error('no bubblewrap');
  const { at } = made;
  return walledShell({
    confinement: {
      program: found.program,
      network: true,
      home,
      caches: at('caches'),
      hidden: [at('home/.ssh'), at('home/.local/share/keyrings'), at('private')],
      open: [],
      programs: [],
      stateFolder: at('state'),
      visible: [],
      writable: [],
    },
    environment: environmentOf(made),
    commonDir: at('repository'),
    files: [],
    named: [],
    usesLfs: false,
    needHome: false,
    programs: [],
    readable: [],
    writable: [at('workspace')],
    ...changed,
  });
}

/** What a command line of the shell behind the walls prints. */
function printed(made: Machine, changed: Partial<Walls>, command: string, home?: string): string {
  const [program, ...words] = commandLine(made, changed, home);
  const env = { ...(changed.environment ?? environmentOf(made)) };
  const ran = spawnSync(program, words, { env, input: command, encoding: 'utf8' });
  return `${ran.stdout}${ran.stderr}`;
}

const EVERYTHING = (root: string): string => `grep -rs "a secret" ${root}; ls ${root}/home/.ssh`;

describe.runIf(found.ok)('the walls of git', () => {
  it.each([
    ['without the home', false],
    ['with the home, for filters', true],
  ])('show programs on the path, and no key beside them, %s', (_, needHome) => {
    const made = machine();
    expect(printed(made, { needHome }, 'own')).toBe('a program');
    expect(printed(made, { needHome }, join(made.root, 'home/.local/bin/own'))).toBe('a program');
    const seen = printed(made, { needHome }, EVERYTHING(made.root));
    expect(seen).not.toMatch(/\.ssh\/id|keyrings\/login|private\/bank/);
    expect(seen.includes('home/notes')).toBe(needHome);
  });

  it.each([false, true])(
    'mount nothing below a home that is a link, filters that need it or not: %s',
    needHome => {
      const made = machine();
      symlinkSync(made.at('home'), made.at('link'));
      const environment = { PATH: `${made.at('link/bin')}:/usr/bin:/bin`, HOME: made.at('link') };
      const files = [made.at('link/notes')];
      const named = ['~/named'];
      const words = commandLine(made, { environment, files, named, needHome });
      expect(words.filter(word => word.startsWith(made.at('link/')))).toEqual([]);
      expect(words.includes(made.at('home/notes'))).toBe(true);
      const own = made.at('home/bin/own');
      expect(printed(made, { environment, files, needHome }, own)).toBe('a program');
      expect(printed(made, { environment, files, needHome }, 'cat "$HOME/notes"')).toBe('a secret');
    },
  );

  it('stand where all of the machine is the home', () => {
    const made = machine();
    const changed = { environment: { PATH: '/usr/bin:/bin', HOME: '/' } };
    expect(printed(made, changed, 'ls -d /proc/[0-9]* | wc -l', '/').trim()).toMatch(/^[1-9]$/);
    expect(printed(made, changed, EVERYTHING(made.root), '/')).not.toContain('.ssh/id');
  });

  it('leave a folder for temporary files empty that is the home', () => {
    const made = machine();
    const files = [made.at('private/bank')];
    expect(printed(made, { files }, EVERYTHING(made.root), '/tmp')).toContain('private/bank');
    expect(printed(made, { needHome: true }, EVERYTHING(made.root), '/tmp')).not.toContain('notes');
  });

  it('are taken down by nobody, be it root or not', () => {
    const made = machine();
    const commands = [
      `umount ${made.at('home/.ssh')}`,
      `umount ${made.at('home')}`,
      'mount -o remount,rw,bind /',
    ];
    const seen = printed(
      made,
      {},
      [...commands, `touch ${made.at('made')}`, EVERYTHING(made.root)].join('; '),
    );
    expect(seen).not.toContain('a secret');
    expect(existsSync(made.at('made'))).toBe(false);
  });

  it('show a filter that lies in a folder for temporary files, with what lies beside it', () => {
    const made = machine();
    const filter = made.at('tools/strip.sh');
    expect(printed(made, { needHome: true }, filter)).toContain('not found');
    expect(printed(made, { needHome: true, programs: [filter] }, filter)).toBe('a program');
  });

  it('show no more than the filter where all the rest lies beside it', () => {
    const made = machine();
    put(made.at('home/strip.sh'), '');
    const programs = [made.at('home/strip.sh'), made.at('private/bank'), '/tmp'];
    const seen = printed(made, { programs }, EVERYTHING(made.root));
    expect(seen).not.toContain('a secret');
    expect(printed(made, { programs }, `ls ${made.at('home')}`)).toMatch(/strip\.sh/);
  });
});
