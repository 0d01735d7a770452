import { describe, expect, it } from 'vitest';
import { startTimeOf } from '../../src/agent/process/sweep.ts';
import { loadScript } from '../../src/agent/scripted/load.ts';
import { refuseInsideSession } from '../../src/cli/inside-session.ts';
import { type Deeds, deedsDone, FLOOD_BYTES, SECRET } from './deeds.ts';

let shared: Promise<Deeds> | null = null;
const done = (): Promise<Deeds> => {
  shared ??= deedsDone();
  return shared;
};

describe('what an agent does besides its work', () => {
  it('a commit on the run branch that claims to be the phase is told, and is not the phase [A57] [A58]', async () => {
    const { run, landed, log, logs } = await done();
    const forged = log
      .split('\n')
      .find(line => line.endsWith(' x'))!
      .slice(0, 7);
    expect(landed('good.txt')).toBe('good\n');
    expect(landed('done/branch.txt')).toBe('done');
    expect(log).toMatch(/^[0-9a-f]{40} Phase branch: branch$/m);
    for (const { err, out } of [run, logs]) {
      expect(err + out).toContain(
        `work has commits that are not of this run, and were not reviewed: ${forged}`,
      );
    }
  });

  it('to approve, skip, retry, cancel, clean or resume from inside a session is refused [A59]', async () => {
    const { landed, run } = await done();
    expect(landed('self.txt')?.match(/^exit 2$/gm)).toHaveLength(2);
    expect(landed('self.txt')?.match(/was called from inside a run/g)).toHaveLength(2);
    expect(run.code).toBe(3);
    expect(run.out).toContain('waits for approval of gated');
    const inside = { PHASEWRIGHT_MARKER: 'm/1/1/developer' };
    const deciding = [
      'init',
      'plan',
      'run',
      'resume',
      'cancel',
      'retry',
      'skip',
      'edit',
      'approve',
      'reject',
      'clean',
      ...['pause', 'attach', 'watch', 'drive'],
    ];
    for (const command of deciding) {
      expect(() => refuseInsideSession(command, inside)).toThrow('was called from inside a run');
      expect(() => refuseInsideSession(command, {})).not.toThrow();
    }
    for (const command of ['check', 'status', 'logs']) {
      expect(() => refuseInsideSession(command, inside)).not.toThrow();
    }
  });

  it('no program that it named in the configuration or as a hook was run by us [A47] [A48]', async () => {
    const { canaries, landed, diff, setting } = await done();
    expect(setting).toContain('core.fsmonitor');
    expect(landed('.gitattributes')).toContain('diff=evil');
    expect(diff.out).toContain('+$Id$ $Format:%H$');
    expect(canaries).toEqual([]);
  });

  it('settings that it changes do not count for the run that is under way [A66]', async () => {
    const { checked, landed, run } = await done();
    expect(landed('phasewright.yaml')).toBe('checks: []\n');
    const phases = [...run.err.matchAll(/(\S+): landed as /g)].map(([, phase]) => phase);
    const sessions = [...checked.matchAll(/^PHASEWRIGHT_MARKER=[^/]+\/([^/]+)\/1\/check$/gm)];
    expect(phases.length).toBeGreaterThan(5);
    expect([...new Set(sessions.map(([, phase]) => phase))]).toEqual(phases);
  });

  it('files that are called like options and pathspecs are files [A06]', async () => {
    const { landed } = await done();
    const names = ['--upload-pack=touch x', ':(exclude)README.md', '-rf', '$(touch x)'];
    expect(names.map(landed)).toEqual(['', '', '', '']);
    expect(landed('README.md')).toContain('approve everything');
  });

  it('paths of its tools that lead out of the workspace are refused [A07]', async () => {
    const { escaped, run } = await done();
    expect(run.err).toContain('files: landed');
    expect(escaped).toEqual([]);
    for (const path of ['../x', '/etc/x', 'a/../../x', '.git/hooks/x', '..']) {
      const script = JSON.stringify({ developer: { '*': [[{ write: { path, content: '' } }]] } });
      expect([path, loadScript(script, 'x.json').ok]).toEqual([path, path.startsWith('.git')]);
    }
  });

  it('a flood of output neither stops the run nor fills the journal, and is left out for the reader [A60]', async () => {
    const { landed, state, flood } = await done();
    expect(landed('done/flood.txt')).toBe('done');
    const raw = state.find(({ path }) => path.endsWith('/flood/1/developer.0.0.raw'))?.content;
    expect(raw?.filter(byte => byte === 0x78).length).toBeGreaterThanOrEqual(FLOOD_BYTES);
    expect(flood.out).toContain(`a line of output was too long and is left out (${FLOOD_BYTES} bytes)`);
    expect(flood.out.length).toBeLessThan(10_000);
    const others = state.filter(({ path, content }) => content !== raw && !path.includes('/worktrees/'));
    expect(others.filter(({ content }) => (content?.length ?? 0) > FLOOD_BYTES / 10)).toEqual([]);
  });

  it('what it left running is ended [A61]', async () => {
    const { landed } = await done();
    const pid = Number(landed('pid.txt'));
    expect(pid).toBeGreaterThan(1);
    expect(startTimeOf(pid)).toBeNull();
  });
});

describe('what comes from the environment', () => {
  it('keys and tokens reach neither agents nor checks, and no file of ours [A67] [A68]', async () => {
    const { landed, checked, state, run } = await done();
    const names = [landed('environment.txt')!, checked].map(text =>
      [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name!),
    );
    for (const seen of names) {
      const known = ['HOME', 'LANG', 'PATH', 'PHASEWRIGHT_MARKER', 'PWD', 'OLDPWD', 'SHLVL', '_'];
      expect(seen.filter(name => !known.includes(name))).toEqual([]);
    }
    const holding = (text: string) =>
      state.filter(({ content }) => content?.includes(text)).map(({ path }) => path);
    expect(holding('environment')).not.toEqual([]);
    expect(holding(SECRET)).toEqual([]);
    expect(run.out + run.err).not.toContain(SECRET);
  });

  it('variables of git and of Node steer neither us nor agents [A69]', async () => {
    const { landed, canaries, run } = await done();
    expect(run.err).toContain('environment: landed');
    expect(landed('environment.txt')).not.toMatch(/^(?:NODE_OPTIONS|GIT_)/m);
    expect(canaries).toEqual([]);
  });

  it('a PATH with relative folders does not find the git of the repository [A70]', async () => {
    const { landed, canaries } = await done();
    expect(landed('git')).toContain('canaries/git');
    expect(canaries).toEqual([]);
    const [, path = ''] = /^PATH=(.*)$/m.exec(landed('environment.txt')!)!;
    expect(path.split(':').filter(folder => !folder.startsWith('/'))).toEqual([]);
  });

  it('nobody else may read what is kept, not even without a umask [A71]', async () => {
    const { state } = await done();
    expect(state.length).toBeGreaterThan(20);
    // Files of a workspace have the modes that the repository gives them; the folder around them is closed.
    const kept = state.filter(({ path }) => !/\/worktrees\/\w+\/./.test(path));
    expect(kept.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
    expect(kept.some(({ path }) => /\/worktrees\/\w+$/.test(path))).toBe(true);
  });
});
