import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { manPage, roff, silentProgram } from '../../scripts/man.ts';
import { fullName } from '../../src/cli/help/names.ts';

const PAGE = manPage('1.2.3', '2020-12-31');
const isInstalled = (program: string): boolean => spawnSync(program, ['-V']).error === undefined;

describe('the manual page', () => {
  it('has the usual sections', () => {
    expect([...PAGE.matchAll(/^\.SH "(.+)"$/gm)].map(([, title]) => title)).toEqual([
      ...['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'COMMANDS', 'EXIT STATUS'],
      ...['ENVIRONMENT', 'FILES', 'EXAMPLES', 'SEE ALSO'],
    ]);
    expect(PAGE).toMatch(/^\.TH PHASEWRIGHT 1 "2020-12-31" "phasewright 1\.2\.3" "User Commands"\n/);
  });

  it('has every command with every option of it, and none that is hidden', () => {
    const program = silentProgram();
    const commands = program.createHelp().visibleCommands(program);
    for (const command of commands.flatMap(one => [one, ...one.commands])) {
      const title = fullName(command).split(' ').slice(1).join(' ');
      const [, rest] = PAGE.split(
        new RegExp(`^\\.SS "${roff(title).replaceAll('\\', '\\\\')}(?=["\\s])[^\\n]*\\n`, 'm'),
      );
      const section = rest?.split(/^\.S[SH] /m)[0] ?? '';
      const missing = command.options.filter(({ flags }) => !section.includes(`.B "${roff(flags)}"`));
      expect([title, missing.map(({ flags }) => flags), section === '']).toEqual([title, [], false]);
    }
    expect(PAGE).not.toContain(roff('complete-words'));
  });

  it.each([
    ['a\\b', 'a\\eb'],
    ['.TH', '\\&.TH'],
    ["one\n'two\n.three", "one\n\\&'two\n\\&.three"],
    ['--yes', '\\-\\-yes'],
  ])('takes %j as text', (text, escaped) => expect(roff(text)).toBe(escaped));

  it.skipIf(!isInstalled('mandoc'))('is one that mandoc has nothing against', () => {
    const { stdout, stderr } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], {
      input: PAGE,
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe('');
  });

  it.skipIf(!isInstalled('man'))('is one that man has nothing against', () => {
    const { stderr, status } = spawnSync('man', ['--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', '-'], {
      input: PAGE,
      encoding: 'utf8',
      env: { ...process.env, MANWIDTH: '80' },
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });
});
