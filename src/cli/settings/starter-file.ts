import type { Check } from '../../run/settings.ts';
import { CHECK_SECONDS } from './file-schema.ts';
import { checkForm, setupForm } from './given.ts';
import { toYaml } from './to-yaml.ts';

/** What `init` was told to write. */
export interface Choices {
  readonly agent: string | null;
  readonly setup: readonly string[];
  readonly checks: readonly Pick<Check, 'command' | 'kind'>[];
}

/** A settings file with remarks, which says what was chosen and nothing else. */
export function starterFile({ agent, setup, checks }: Choices): string {
  const timeoutMs = CHECK_SECONDS * 1_000;
  const commands = setup.map(command => setupForm({ command, timeoutMs }));
  const forms = checks.map(check => checkForm({ ...check, timeoutMs }));
  return [
    HEAD,
    `# Who does the work.\n${agent === null ? '# agent: NAME\n' : toYaml({ agent })}`,
    `# Commands that make a fresh workspace ready. They run once for each workspace.\n${toYaml({ setup: commands })}`,
    `${ABOUT_CHECKS}${toYaml({ checks: forms })}`,
    TAIL,
  ].join('\n');
}

const HEAD = `# yaml-language-server: $schema=./node_modules/phasewright/dist/settings.schema.json
#
# How Phasewright carries plans out in this repository.
# phasewright config show --origin    tells which settings are in force, and why
# phasewright config schema           lists all that there are
`;

const ABOUT_CHECKS = `# Commands that must succeed before a phase lands, in this order. A command that runs tests is known by its words;
# where it is not, write { command: make verify, kind: test }. { command: ..., timeoutSeconds: 300 } limits its time.
`;

const TAIL = `# Some of what else can be set, with what holds unless it is:
# concurrency: 4            # sessions at once
# maxAttempts: 2            # for each phase
# onFailure: drain          # or halt, continue
# review: true              # or off, or { tier: auto }
# approve: plan             # or phase, landing, never
# tdd: warn                 # or off, enforce
# scope: { outside: warn }  # or ignore, ask, reject
`;
