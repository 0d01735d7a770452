import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTerminal, openTerminal } from '../terminal/tmux.ts';
import { program } from './bundle.ts';
import { phasewright, scratch } from './phasewright.ts';

/** What each command of the demo's last words prints. */
const PROMISED: Readonly<Record<string, RegExp>> = {
  'phasewright status': /completed +6\/6/,
  'phasewright watch': /completed/,
  'phasewright why last 3': /Links that have ended are still answered with a redirect\./,
  'phasewright diff last 3 --attempt 1': /^\+export const hasEnded/m,
  'phasewright logs last 2a': /Reading the store that phase 1 has left\./,
  'phasewright report': /^# Link shortener/m,
  'phasewright check plan.md': /ok: 6 phases/,
  'phasewright run plan.md --dry-run': /DRY RUN/,
  'phasewright init': /wrote phasewright\.yaml/,
};

describe('demo', () => {
  it('carries six phases out, two of them side by side, one after a rejection that an evaluator sorted, and shows the story', async () => {
    const folder = scratch();
    const { code, out, err } = await phasewright(['demo'], { env: { TMPDIR: folder } });
    expect(code, err).toBe(0);
    const place = join(folder, placeIn(folder));
    const logs = await phasewright(['logs', 'last', '--json'], {
      cwd: join(place, 'repository'),
      env: { PHASEWRIGHT_HOME: join(place, 'state') },
    });
    const events = logs.out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const at = (type: string, phase: string) =>
      events.findIndex(event => event.type === type && event.phase === phase);
    for (const [one, other] of [
      ['2a', '2b'],
      ['3', '4'],
    ] as const) {
      expect(at('phase_started', other)).toBeLessThan(at('phase_completed', one));
      expect(at('phase_started', one)).toBeLessThan(at('phase_completed', other));
    }
    expect(events.filter(({ type }) => type === 'phase_retry')).toMatchObject([
      { phase: '3', failure: { category: 'review' } },
    ]);
    expect(out.match(/^\* [0-9a-f]{7,} Phase \w+: /gm)).toHaveLength(6);
    expect(events.find(({ type }) => type === 'evaluation_ended')?.decisions).toMatchObject([
      { decision: 'IMPLEMENT' },
      { decision: 'DEFER' },
      { decision: 'REJECT' },
    ]);
    expect(err).toContain('evaluator: 1 IMPLEMENT, 1 REJECT, 1 DEFER');
    const report = readFileSync(join(place, 'report.html'), 'utf8');
    expect(report).toContain('Write an audit log of links that end.');
    expect(report.match(/<svg/g)?.length).toBeGreaterThan(1);

    // What it says last works as it stands in a shell that has no such command.
    const commands = nextSteps(err);
    expect(commands.filter(command => command.startsWith('alias phasewright='))).toHaveLength(1);
    expect(commands.filter(command => command.startsWith('phasewright '))).toEqual(Object.keys(PROMISED));
    const told = inShell(folder, commands);
    for (const [command, promise] of Object.entries(PROMISED))
      expect(told.get(command), command).toMatch(promise);
  });

  it('names no alias where the command is installed, and gives back the home that it found', async () => {
    const folder = scratch();
    symlinkSync(program(), join(folder, 'phasewright'));
    const home = join(folder, 'my state');
    const env = { TMPDIR: folder, PATH: `${folder}:${process.env.PATH}`, PHASEWRIGHT_HOME: home };
    const { code, err } = await phasewright(['demo'], { env });
    expect(code, err).toBe(0);
    const commands = nextSteps(err);
    expect(commands).toContain('phasewright status');
    expect(commands).toContain(`export PHASEWRIGHT_HOME='${home}'`);
    expect(err).not.toContain('alias');
  });

  inTerminal('ends by itself on a terminal', async () => {
    const folder = scratch();
    const terminal = demoOnScreen(folder);
    await terminal.until(() => terminal.modes().alternateScreen, 'the live view');
    expect(await terminal.ended()).toBe(0);
    expect(terminal.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
    const story = terminal.history().join('\n');
    expect(story).toMatch(/6 (?:of|\/) ?6/);
    expect(story).toContain('What happened to phase 3:');
    expect(story).toContain('  phasewright init');
  });

  inTerminal('leaves Ctrl-C to the run, and tells where it ends', async () => {
    const folder = scratch();
    const terminal = demoOnScreen(folder);
    await terminal.until(text => text.includes('landed'), 'the end of phase 1');
    terminal.keys('C-c');
    expect(await terminal.ended()).toBe(130);
    expect(terminal.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
    expect(terminal.history().join('\n')).toContain('The demo ends here');
  });

  inTerminal('says how to come back where somebody leaves the run to itself', async () => {
    const folder = scratch();
    const terminal = demoOnScreen(folder);
    await terminal.until(text => text.includes('landed'), 'the end of phase 1');
    terminal.keys('q');
    expect(await terminal.ended()).toBe(0);
    const commands = nextSteps(terminal.history().join('\n'), 'It goes on without you');
    expect(commands.at(-1)).toBe('phasewright attach');
    // The way back is gone through, so that nothing is left behind that still works here.
    const place = join(folder, placeIn(folder));
    const { code, out } = await phasewright(['attach'], {
      cwd: join(place, 'repository'),
      env: { PHASEWRIGHT_HOME: join(place, 'state') },
    });
    expect(code).toBe(0);
    expect(out).toContain('6 of 6 phases landed');
  });
});

const demoOnScreen = (folder: string) =>
  openTerminal({
    ...{ columns: 100, rows: 24, cwd: folder, command: [process.execPath, program(), 'demo'] },
    env: { TMPDIR: folder },
  });

const placeIn = (folder: string): string =>
  readdirSync(folder).find(name => name.startsWith('phasewright-demo-'))!;

/** The commands that the demo names at its end. */
const nextSteps = (err: string, heading = 'Look at the run:'): string[] =>
  err
    .slice(err.indexOf(`\n${heading}`))
    .split('\n')
    .filter(line => line.startsWith('  '))
    .map(line => line.trim());

/** What each command prints, all in one shell that ends at the first that fails. */
function inShell(folder: string, commands: readonly string[]): Map<string, string> {
  const lines = commands.flatMap((command, at) => [`echo "@@@ ${at}"`, command]).join('\n');
  const told = execFileSync('bash', ['-e', '-O', 'expand_aliases', '-c', 'eval "$1"', 'bash', lines], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts = told.split(/^@@@ \d+\n/m).slice(1);
  return new Map(commands.map((command, at) => [command, parts[at] ?? '']));
}
