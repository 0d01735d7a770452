import { printable } from '../../base/printable.ts';
import type { Stack } from '../../config/stack/stack.ts';
import type { Analysis } from '../../plan/analysis.ts';
import type { CostEstimate } from '../../plan/cost-estimate.ts';
import type { Phase, Plan } from '../../plan/model.ts';
import type { Style } from '../style.ts';
import { plural, subtaskCount } from './summary.ts';

export interface DryRun {
  readonly file: string;
  readonly plan: Plan;
  readonly analysis: Analysis;
  readonly stacks: readonly Stack[];
  readonly cost: CostEstimate;
  readonly settings: {
    readonly commit: string;
    readonly concurrency: number;
    readonly redo: boolean;
    readonly setup: readonly string[];
    readonly checks: readonly string[];
    /** Where checks run, and what that costs; null where there are none. */
    readonly verification: string | null;
  };
  /** What it means that there are no checks. */
  readonly uncheckedWords: string;
  readonly warnings: number;
  /** What the settings leave unverified. */
  readonly note: string | null;
  readonly command: string;
}

/** What a run would do, in the order in which it would do it. */
export function dryRunText(run: DryRun, style: Style): string {
  return [
    style.bold('DRY RUN: nothing is executed'),
    '',
    `Plan:          ${printable(run.plan.title || run.file)}`,
    `File:          ${printable(run.file)}`,
    `Commit mode:   ${run.settings.commit}`,
    `Concurrency:   ${run.settings.concurrency}`,
    ...commandLines('Setup:', run.settings.setup, 'none'),
    ...commandLines('Checks:', run.settings.checks, `none are set: ${run.uncheckedWords}`),
    ...(run.settings.verification === null ? [] : [`Verified:      ${run.settings.verification}`]),
    '',
    style.bold('Stack'),
    ...stackLines(run.stacks),
    '',
    style.bold('Execution order'),
    ...batchLines(run, style),
    style.bold('Totals'),
    ...totalLines(run),
    '',
    ...(run.note === null ? [] : [`${style.yellow('warning')}: ${run.note}`]),
    `Validation: ${run.warnings > 0 ? style.yellow(`passed with ${plural(run.warnings, 'warning')}`) : style.green('passed')}`,
    `Execute with: ${style.bold(printable(run.command))}`,
    '',
  ].join('\n');
}

/** Commands, a line each, beside their heading. */
const commandLines = (heading: string, commands: readonly string[], none: string): string[] =>
  (commands.length > 0 ? commands : [none]).map(
    (command, i) => `${(i === 0 ? heading : '').padEnd(14)} ${printable(command)}`,
  );

function stackLines(stacks: readonly Stack[]): string[] {
  if (stacks.length === 0) return ['  none recognised; name your checks in the settings'];
  return stacks.flatMap(stack => {
    const facts = [
      ['Language', stack.language],
      ['Framework', stack.framework],
      ['Packages', stack.packageManager],
      [
        'Tests',
        [stack.testFramework, stack.testCommand && `\`${stack.testCommand}\``].filter(Boolean).join(', '),
      ],
    ] as const;
    const lines = facts
      .filter(([, value]) => value)
      .map(([name, value]) => `  ${`${name}:`.padEnd(11)} ${printable(value!)}`);
    return [...lines, `  ${'From:'.padEnd(11)} ${stack.evidence.map(printable).join(', ')}`];
  });
}

function batchLines(run: DryRun, style: Style): string[] {
  const byId = new Map(run.plan.phases.map(phase => [phase.id, phase]));
  return run.analysis.batches.flatMap((batch, i) => [
    `Batch ${i + 1} (${batch.type})`,
    ...batch.phases.flatMap(id => phaseLines(byId.get(id)!, run, style)),
    '',
  ]);
}

function phaseLines(phase: Phase, run: DryRun, style: Style): string[] {
  const points = phase.estimate === null ? '' : ` (${amount(phase.estimate, run.plan)})`;
  const marks = [
    ...(phase.done ? [run.settings.redo ? 'done, will be redone' : 'done, skipped'] : []),
    ...(phase.optional ? ['optional'] : []),
    ...(phase.gated ? ['waits for a person'] : []),
    ...(phase.allowEmpty ? ['may change nothing'] : []),
  ];
  const indent = ' '.repeat(phase.id.length + 5);
  const mark = marks.length > 0 ? ` ${style.dim(`[${marks.join('; ')}]`)}` : '';
  return [
    `  [${phase.id}] ${printable(phase.title)}${points}${mark}`,
    `${indent}Dependencies: ${phase.dependsOn.length > 0 ? phase.dependsOn.join(', ') : 'none'}`,
    `${indent}Tasks: ${phase.subtasks.length}`,
  ];
}

function totalLines(run: DryRun): string[] {
  const { plan, analysis, cost } = run;
  const estimates = plan.phases.flatMap(phase => (phase.estimate === null ? [] : [phase.estimate]));
  const total = Math.round(estimates.reduce((sum, value) => sum + value, 0) * 100) / 100;
  const points = estimates.length > 0 ? `, ${amount(total, plan)}` : '';
  const bound = [1, 2, 4, 8].map(k => `${round(analysis.lowerBound(k))} with ${k}`).join(', ');
  const measure = unit(plan, estimates.length);
  const critical = round(analysis.criticalLength);
  return [
    `  ${plural(plan.phases.length, 'phase')}${points}, ${plural(subtaskCount(plan), 'task')}`,
    `  Critical path: ${analysis.criticalPath.join(' -> ')} (${measure === 'phases' ? plural(critical, 'phase') : `${critical} ${measure}`})`,
    `  Time:          at least (in ${measure}) ${bound} sessions at once`,
    `  Sessions:      about ${cost.sessions}, at most ${cost.sessionsAtMost}`,
    `  Tokens:        about ${thousands(cost.tokens)} (rough: from the text of the plan alone)`,
  ];
}

const unit = (plan: Plan, estimated: number): string =>
  estimated > 0 ? (plan.estimateUnit === 'hours' ? 'h' : 'pts') : 'phases';
const amount = (value: number, plan: Plan): string =>
  `${value} ${plan.estimateUnit === 'hours' ? 'h' : 'pts'}`;
const round = (value: number): number => Math.round(value * 10) / 10;
const thousands = (value: number): string =>
  value >= 1_000_000 ? `${round(value / 1_000_000)} million` : `${Math.round(value / 1000)} thousand`;

/** The same as data, for `--json`. */
export function dryRunJson(run: DryRun): object {
  const { analysis } = run;
  return {
    file: run.file,
    title: run.plan.title,
    settings: run.settings,
    stacks: run.stacks,
    batches: analysis.batches,
    criticalPath: analysis.criticalPath,
    criticalLength: analysis.criticalLength,
    lowerBound: Object.fromEntries([1, 2, 4, 8].map(k => [k, analysis.lowerBound(k)])),
    phases: run.plan.phases,
    totals: {
      phases: run.plan.phases.length,
      tasks: subtaskCount(run.plan),
      estimate: run.plan.phases.reduce((sum, phase) => sum + (phase.estimate ?? 0), 0),
      estimateUnit: run.plan.estimateUnit,
    },
    cost: run.cost,
    note: run.note,
    command: run.command,
  };
}
