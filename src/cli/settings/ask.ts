import { isCancel, multiselect, select, text } from '@clack/prompts';
import { MAX_CHECKS } from '../../run/policies.ts';
import { askAt, type Desk } from '../desk.ts';
import { kindOf } from './check-kind.ts';
import type { Proposal, Proposals } from './propose.ts';
import type { Choices } from './starter-file.ts';

/** What was settled by options and is not asked for. */
export type Settled = { readonly [K in keyof Choices]?: Choices[K] | undefined };

/** Asks a person what to write; null where the person would rather not. */
export async function askForChoices(
  proposals: Proposals,
  settled: Settled,
  agents: readonly string[],
  desk: Desk,
): Promise<Choices | null> {
  const checks = settled.checks ?? (await askForChecks(proposals, desk));
  if (checks === null) return null;
  const setup =
    settled.setup ??
    (await askForCommands('Which commands make a fresh workspace ready?', proposals.setup, desk));
  if (setup === null) return null;
  const agent = settled.agent === undefined ? await askForAgent(agents, desk) : { name: settled.agent };
  return agent === null ? null : { checks, setup, agent: agent.name };
}

async function askForChecks({ checks }: Proposals, desk: Desk): Promise<Choices['checks'] | null> {
  const commands = await askForCommands('Which checks must pass before a phase lands?', checks, desk);
  const known = new Map(checks.map(({ command, kind }) => [command, kind]));
  return commands?.map(command => ({ command, kind: known.get(command) ?? kindOf(command) })) ?? null;
}

/** Some of those proposed, and others that the person types until nothing more is typed. */
async function askForCommands(
  message: string,
  proposals: readonly Proposal[],
  desk: Desk,
): Promise<string[] | null> {
  const chosen: string[] = [];
  if (proposals.length > 0) {
    const options = proposals.map(({ command, why }) => ({ value: command, label: command, hint: why }));
    const initialValues = proposals.filter(({ taken }) => taken).map(({ command }) => command);
    const answer = await askAt(desk, at =>
      multiselect({ message, options, initialValues, required: false, ...at }),
    );
    if (isCancel(answer)) return null;
    // In the order of the proposals, not in that of the clicks.
    chosen.push(...proposals.map(({ command }) => command).filter(command => answer.includes(command)));
  }
  while (chosen.length < MAX_CHECKS) {
    const question = proposals.length === 0 && chosen.length === 0 ? message : 'Another one?';
    const answer = await askAt(desk, at =>
      text({ message: question, placeholder: 'leave empty to go on', defaultValue: '', ...at }),
    );
    if (isCancel(answer)) return null;
    const command = answer.trim();
    if (command === '') break;
    if (!chosen.includes(command)) chosen.push(command);
  }
  return chosen;
}

async function askForAgent(agents: readonly string[], desk: Desk): Promise<{ name: string | null } | null> {
  const options = [...agents.map(value => ({ value, label: value })), { value: '', label: 'decide later' }];
  const answer = await askAt(desk, at => select({ message: 'Who does the work?', options, ...at }));
  return isCancel(answer) ? null : { name: answer === '' ? null : answer };
}
