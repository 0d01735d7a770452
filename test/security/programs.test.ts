import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitEnvironment } from '../../src/git/environment.ts';
import { type Ground, ground, put } from '../git/ground.ts';

/** A setting by which git runs a program, and the command of git's that has it do so. */
interface Trap {
  readonly set: (made: Ground, program: string) => void;
  readonly command: readonly string[];
  readonly input?: string;
  /** What the user's own environment says beside the configuration. */
  readonly inherited?: (program: string) => Record<string, string>;
}

const setting =
  (key: string, value = (program: string) => program): Trap['set'] =>
  ({ git }, program) =>
    void git('config', key, value(program));
const all =
  (...sets: readonly Trap['set'][]): Trap['set'] =>
  (made, program) => {
    for (const set of sets) set(made, program);
  };
const yes = () => 'true';
const LOGIN = 'protocol=https\nhost=nowhere.invalid\n\n';

const TRAPS: Readonly<Record<string, Trap>> = {
  'core.fsmonitor': { set: setting('core.fsmonitor'), command: ['status'] },
  'core.alternateRefsCommand': {
    set: all(
      setting('core.alternateRefsCommand'),
      made => made.git('init', '--quiet', '--bare', join(made.root, 'other')),
      made => made.write('.git/objects/info/alternates', `${join(made.root, 'other/objects')}\n`),
    ),
    command: ['receive-pack', '--advertise-refs', '.'],
  },
  'credential.helper': { set: setting('credential.helper'), command: ['credential', 'fill'], input: LOGIN },
  'core.askPass': { set: setting('core.askPass'), command: ['credential', 'fill'], input: LOGIN },
  GIT_ASKPASS: {
    set: () => {},
    command: ['credential', 'fill'],
    input: LOGIN,
    inherited: program => ({ GIT_ASKPASS: program }),
  },
  'commit.gpgSign': {
    set: all(setting('gpg.program'), setting('commit.gpgSign', yes)),
    command: ['commit', '--quiet', '--allow-empty', '--message', 'x'],
  },
  'log.showSignature': {
    set: all(setting('gpg.program'), setting('log.showSignature', yes), signedHead),
    command: ['log', '-1'],
  },
  'core.editor': { set: setting('core.editor'), command: ['commit', '--allow-empty', '--amend'] },
  'sequence.editor': { set: setting('sequence.editor'), command: ['rebase', '--interactive', 'HEAD'] },
  'core.sshCommand': { set: setting('core.sshCommand'), command: ['ls-remote', 'ssh://nowhere.invalid/x'] },
  'an ext:: remote': {
    set: all(
      setting('protocol.ext.allow', () => 'always'),
      setting('remote.evil.url', program => `ext::${program}`),
    ),
    command: ['ls-remote', 'evil'],
  },
  'a program at a local path': {
    set: all(
      setting('remote.evil.url', () => '.'),
      setting('remote.evil.uploadpack'),
    ),
    command: ['ls-remote', 'evil'],
  },
  'a hook': {
    set: ({ checkout }, program) => script(join(checkout, '.git/hooks/pre-commit'), program),
    command: ['commit', '--quiet', '--allow-empty', '--message', 'x'],
  },
  'core.hooksPath': {
    set: all(
      setting('core.hooksPath', () => 'planted'),
      ({ checkout }, program) => script(join(checkout, 'planted/pre-commit'), program),
    ),
    command: ['commit', '--quiet', '--allow-empty', '--message', 'x'],
  },
};

describe('the environment that we give to git', () => {
  it.each(Object.entries(TRAPS))('runs nothing by %s [A48]', (_, trap) => {
    const made = ground();
    const [canary, program] = [join(made.root, 'canary'), join(made.root, 'program')];
    script(program, `touch '${canary}'; exit 1`);
    // What is run by rights connects to nothing.
    script(join(made.root, 'bin/ssh'), 'exit 1');
    trap.set(made, program);
    const PATH = [join(made.root, 'bin'), made.environment.PATH].join(delimiter);
    const environment = { ...made.environment, PATH, ...trap.inherited?.(program) };
    const sprung = (env: Readonly<Record<string, string>>): boolean => {
      rmSync(canary, { force: true });
      spawnSync('git', trap.command, { cwd: made.checkout, env, input: trap.input ?? '' });
      return existsSync(canary);
    };
    expect([sprung(gitEnvironment(environment, false)), sprung(environment)]).toEqual([false, true]);
  });

  it('shows nothing by a pager, and asks ssh to ask nothing [A48]', () => {
    const made = ground();
    const program = join(made.root, 'program');
    made.git('config', 'core.pager', program);
    script(join(made.root, 'bin/ssh'), `echo "$SSH_ASKPASS $*" >&2; exit 1`);
    const PATH = [join(made.root, 'bin'), made.environment.PATH].join(delimiter);
    const env = gitEnvironment({ ...made.environment, PATH, SSH_ASKPASS: program }, false);
    const git = (...words: string[]) =>
      spawnSync('git', words, { cwd: made.checkout, env, encoding: 'utf8' });
    expect(made.git('var', 'GIT_PAGER')).toBe(program);
    expect(git('var', 'GIT_PAGER').stdout).toBe('cat\n');
    expect(git('ls-remote', 'ssh://nowhere.invalid/x').stderr).toMatch(
      /^true -oBatchMode=yes .*nowhere\.invalid/,
    );
  });

  it('runs the hooks of the repository where they are asked for', () => {
    const made = ground();
    const canary = join(made.root, 'canary');
    script(join(made.checkout, '.git/hooks/pre-commit'), `touch '${canary}'`);
    const env = gitEnvironment(made.environment, true);
    spawnSync('git', ['commit', '--quiet', '--allow-empty', '--message', 'x'], { cwd: made.checkout, env });
    expect(existsSync(canary)).toBe(true);
  });
});

function script(path: string, text: string): void {
  put(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** A commit that looks signed. */
function signedHead({ root, git }: Ground): void {
  const [header = '', ...rest] = git('cat-file', 'commit', 'HEAD').split('\n\n');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
  put(join(root, 'signed'), `${[`${header}\n${signature}`, ...rest].join('\n\n')}\n`);
  git('reset', '--quiet', '--soft', git('hash-object', '-t', 'commit', '-w', join(root, 'signed')));
}
