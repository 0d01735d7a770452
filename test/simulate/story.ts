import { printable } from '../../src/base/printable.ts';
import { decide } from '../../src/run/decide.ts';
import { keyOf } from '../../src/run/effect.ts';
import type { RunEvent } from '../../src/run/event.ts';
import type { Chance } from './chance.ts';
import type { Scenario } from './scenario.ts';
import { simulate } from './simulate.ts';

/** What happens in a simulated run, line by line, for a person who looks for a mistake. */
export async function story(
  chance: Chance,
): Promise<{ readonly lines: string[]; readonly faults: readonly string[] }> {
  const lines: string[] = [];
  const faults = await simulate(chance, {
    scenario: scenario => lines.push(...setting(scenario)),
    event: ({ event }, state) => {
      lines.push(`    ${wordsOf(event)}`);
      lines.push(`      wanted: ${decide(state).map(keyOf).join(', ') || '-'}`);
    },
    tell: (at, what) => lines.push(`  ${at} ms: ${printable(what)}`),
  });
  return { lines, faults };
}

function setting({ plan, settings, outcomes, weather }: Scenario): string[] {
  const phases = plan.phases.map(({ id, dependsOn, gated, done, subtasks }) => {
    const marks = [
      ...(gated ? ['gated'] : []),
      ...(done ? ['done'] : []),
      ...subtasks.map(subtask => subtask.id),
    ];
    const turns = outcomes.get(id)?.join(' ') || 'ok';
    return `  ${id}${dependsOn.length > 0 ? ` after ${dependsOn.join(' ')}` : ''} [${marks.join(' ')}]: ${turns}`;
  });
  return [...phases, `  ${JSON.stringify(settings)}`, `  ${JSON.stringify(weather)}`];
}

const SHORT = 160;

function wordsOf({ type, ...rest }: RunEvent): string {
  return type === 'run_created' ? type : `${type} ${printable(JSON.stringify(rest)).slice(0, SHORT)}`;
}
