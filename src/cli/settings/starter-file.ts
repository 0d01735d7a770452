import type { Check } from '../../run/settings.ts';
import { CHECK_SECONDS } from './forms.ts';
import { toYaml } from './to-yaml.ts';
import { writtenCheck, writtenSetup } from './written.ts';

/** What `init` was told to write. */
export interface Choices {
  readonly agent: string | null;
  readonly setup: readonly string[];
  readonly checks: readonly Pick<Check, 'command' | 'kind'>[];
}

/** A settings file with remarks, which says what was chosen and nothing else. `hasSchema`: its schema lies in node_modules. */
export function starterFile({ agent, setup, checks }: Choices, hasSchema: boolean): string {
  const timeoutMs = CHECK_SECONDS * 1_000;
  const commands = setup.map(command => writtenSetup({ command, timeoutMs }));
  const forms = checks.map(check => writtenCheck({ ...check, timeoutMs }));
  return [
    hasSchema ? `${SCHEMA}${HEAD}` : HEAD,
    `# Who does the work.\n${agent === null ? '# agent: NAME\n' : toYaml({ agent })}`,
    `# Commands that make a fresh workspace ready. They run once for each workspace.\n${toYaml({ setup: commands })}`,
    `${ABOUT_CHECKS}${toYaml({ checks: forms })}`,
    TAIL,
  ].join('\n');
}

const SCHEMA = `# yaml-language-server: $schema=./node_modules/phasewright/dist/settings.schema.json
#
`;

const HEAD = `# How Phasewright carries plans out in this repository.
# phasewright config show --origin    tells which settings are in force, and why
# phasewright config schema           prints the JSON Schema of this file, for editors: all that there are
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
#
# What is done about failures that trying again does not mend, and what may be spent:
# guarded: true             # more attempts, and all that can be done
# recovery: { doctor: { perPhase: 2 }, replan: off }
# budgets: { run: { usd: 50, wallHours: 8 }, phase: { sessions: 20 } }
#
# The models that a role goes through, weakest first, and who is told when a person is needed:
# models: { developer: [SMALL-MODEL, LARGE-MODEL] }
# notify: { webhooks: [https://example.org/hook], on: [waiting, ended] }
`;
