import { printableJson } from '../../base/printable.ts';
import type { Entry } from '../../run/apply.ts';

/** An event as `--json` prints it, on a line. The plan itself is left to `show --json`. */
export function wireLine(run: string, { at, event }: Entry): string {
  const head = { run, at: new Date(at).toISOString() };
  if (event.type !== 'run_created') return `${printableJson({ ...head, ...event })}\n`;
  const { plan, origin, settings } = event;
  const { planText: _, script: __, ...place } = origin;
  const phases = plan.phases.map(({ id, title }) => ({ id, title }));
  return `${printableJson({ ...head, type: event.type, title: plan.title, phases, settings, origin: place })}\n`;
}
