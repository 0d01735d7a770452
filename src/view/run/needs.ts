import { printableLines } from '../../base/printable.ts';
import { askingAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { shellWord } from '../report/shell.ts';

/** A phase that only a person can help, with what can be said about it. */
export interface Need {
  readonly phase: string;
  readonly need: string;
  /** Whether a smaller scope is proposed. */
  readonly isProposal: boolean;
  readonly commands: readonly string[];
}

export const needsOf = (state: RunState): readonly Need[] =>
  state.active.flatMap(position => {
    const step = toldAskingAt(state, position);
    if (!step) return [];
    const { id } = planAt(state, position);
    const isProposal = step.proposal !== null;
    return [{ phase: id, need: step.need, isProposal, commands: commandsFor(state.run, id, isProposal) }];
  });

/** What a phase needs a person for, once that is told: before there are no words for it. */
export function toldAskingAt(state: RunState, position: number): ReturnType<typeof askingAt> {
  const step = askingAt(state, position);
  return step?.told ? step : null;
}

function commandsFor(run: string, phase: string, isProposal: boolean): readonly string[] {
  const name = `${shellWord(run)} ${shellWord(phase)}`;
  return [
    ...(isProposal ? [`phasewright approve ${name}`, `phasewright reject ${name} --message TEXT`] : []),
    isProposal ? `phasewright retry ${name}` : `phasewright retry ${name} --message TEXT`,
    `phasewright edit ${name}`,
    `phasewright skip ${name}`,
  ];
}

/** What is needed in full, and the commands that go on. */
export const needLines = (needs: readonly Need[]): string[] =>
  needs.flatMap(({ phase, need, commands }) => [
    ...printableLines(`${phase} needs a person: ${need}`).split('\n'),
    ...commands.map(command => `  ${command}`),
  ]);
