import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHELLS, type Shell } from '../../src/cli/formats.ts';
import { program } from './bundle.ts';
import { CACHE, scratch } from './phasewright.ts';
import { PLAIN_RUN, type Workshop, workshop } from './workshop.ts';

const PLAN = '# Dots and dashes\n\n### Task 1.1: One\n\nFiles: none\n\n### Task 2-b: Two\n\nFiles: none\n';
const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).error === undefined;

/** What a shell would offer for a line that the cursor is at the end of, asked without a terminal. */
const ASK: Readonly<Record<Shell, string>> = {
  bash: `source <(phasewright completion bash)
COMP_LINE=$1 COMP_POINT=\${#1}
# As readline takes words apart.
pieces=$(sed -E 's/([:=])/ \\1 /g' <<<"$1")
read -ra COMP_WORDS <<<"$pieces"
[[ $1 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_phasewright
printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() { :; }
source <(phasewright completion zsh)
_files() { print FILES }
compadd() { print -rl -- \${(M)values:#\${(b)PREFIX}*} }
words=("\${(@s: :)1}")
CURRENT=$#words
PREFIX=$words[-1]
_phasewright`,
  fish: `phasewright completion fish | source
complete -C"$argv[1]" | string replace -r '\\t.*' ''`,
};

function offers(shell: Shell, line: string, shop: Workshop): string[] {
  const bin = scratch();
  const script = join(bin, 'phasewright');
  writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${program()}' "$@"\n`);
  chmodSync(script, 0o755);
  const words =
    shell === 'bash'
      ? ['--norc', '-c', ASK.bash, 'bash']
      : shell === 'zsh'
        ? ['-fc', ASK.zsh, 'zsh']
        : ['--no-config', '-c', ASK.fish];
  const { stdout, stderr } = spawnSync(shell, [...words, line], {
    cwd: shop.repository,
    encoding: 'utf8',
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: bin,
      PHASEWRIGHT_HOME: shop.home,
      NODE_COMPILE_CACHE: CACHE,
      LANG: 'C.UTF-8',
    },
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(word => word !== '');
}

/** What is typed, and what is put in place of the last word; bash puts it behind the last colon or equals sign. */
const LINES: readonly (readonly [line: string, words: readonly string[], inBash?: readonly string[]])[] = [
  ['phasewright re', ['resume', 'retry', 'reject', 'report']],
  ['phasewright config s', ['show', 'schema']],
  ['phasewright run --dr', ['--dry-run']],
  ['phasewright run plan.md --preset ta', ['tasks']],
  ['phasewright run plan.md --preset=ta', ['--preset=tasks'], ['tasks']],
  [
    'phasewright run --agent acp:c',
    ['acp:claude', 'acp:codex', 'acp:copilot'],
    ['claude', 'codex', 'copilot'],
  ],
  ['phasewright show last ', ['1.1', '2b']],
  ['phasewright show last 1', ['1.1']],
  ['phasewright help pre', ['presets']],
];

describe.each(SHELLS.filter(isInstalled))('in %s', shell => {
  it('words are completed', async () => {
    const shop = workshop({ 'plan.md': PLAN, 'script.json': '{}' });
    expect((await shop.run(...PLAIN_RUN, '--no-review')).code).toBe(0);
    for (const [line, expected, inBash] of LINES)
      expect([line, offers(shell, line, shop)]).toEqual([line, (shell === 'bash' && inBash) || expected]);
    const [run] = offers(shell, 'phasewright status ', shop);
    expect((await shop.run('status', run!)).code).toBe(0);
    const files = { bash: [], zsh: ['FILES'], fish: ['plan.md'] };
    expect(offers(shell, 'phasewright run pl', shop)).toEqual(files[shell]);
  });
});
