import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { toMarkdown } from '../src/plan/convert/to-markdown.ts';
import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan } from '../src/plan/model.ts';
import type { DeveloperBrief, PromptStyle } from '../src/prompt/brief.ts';
import { developerPrompt } from '../src/prompt/developer.ts';
import { PROMPT_STYLES } from '../src/run/policies.ts';

/** What the prompts of a run of so many tasks come to. */
export interface PromptSize {
  readonly tasks: number;
  readonly style: PromptStyle;
  /** Tokens of the smallest and of the largest prompt. */
  readonly least: number;
  readonly most: number;
  /** Tokens of all prompts of the run. */
  readonly total: number;
}

const SIZES = [10, 100, 1_000, 10_000];
const RECORD = 'docs/phasewright/2026-11-16-ABC-12-build-the-parts';
const COMMIT = '3f9d0c1ab24e7788aa01b2c3d4e5f60718293a4b';

/** The table of docs/benchmarks.md: tokens of the first prompts of developers, in the encoding o200k_base. */
export function printPrompts(): void {
  console.log(
    '| plan | prompt | tokens a phase | tokens in a run | ÷ run of a tenth |\n|---|---|---|---|---|',
  );
  for (const row of promptRows(SIZES)) console.log(row);
}

/** The rows for plans of these sizes, each ten times the one before. */
export function* promptRows(sizes: readonly number[]): Generator<string> {
  const before = new Map<PromptStyle, number>();
  for (const tasks of sizes) {
    for (const { style, least, most, total } of promptSizes(tasks)) {
      const growth = before.has(style) ? (total / before.get(style)!).toFixed(1) : '-';
      const span = least === most ? figure(least) : `${figure(least)}–${figure(most)}`;
      yield `| ${figure(tasks)} tasks | \`${style}\` | ${span} | ${figure(total)} | ${growth} |`;
      before.set(style, total);
    }
  }
}

export function promptSizes(tasks: number): PromptSize[] {
  const plan = planOf(tasks);
  const planText = toMarkdown(plan);
  return PROMPT_STYLES.map(style => {
    const brief = (at: number, text: string) => briefOf(plan, at, style, text);
    // The plan is the same in each prompt and by far the longest part of it, so it is counted once.
    const shared = tokens(brief(0, planText)) - tokens(brief(0, ''));
    const each = plan.phases.map((_, at) => shared + tokens(brief(at, '')));
    return {
      tasks,
      style,
      least: each.reduce((a, b) => Math.min(a, b)),
      most: each.reduce((a, b) => Math.max(a, b)),
      total: each.reduce((a, b) => a + b),
    };
  });
}

const encoding = new Tiktoken(o200k);
const tokens = (brief: DeveloperBrief): number =>
  encoding.encode(developerPrompt(brief, null), [], []).length;

/** Tasks one after the other, each with a test, an implementation and two files. */
export function planOf(tasks: number): Plan {
  const phases = Array.from({ length: tasks }, (_, i): Phase => {
    const [n, files] = [i + 1, [`src/part-${i + 1}.ts`, `test/part-${i + 1}.test.ts`]];
    const step = { description: '', dependsOn: [], files: [], done: false };
    return {
      ...EMPTY_PHASE,
      id: String(n),
      title: `Build part ${n}`,
      description: `Part ${n} takes what part ${i} gives, and refuses anything else.`,
      dependsOn: i > 0 ? [String(i)] : [],
      subtasks: [
        { ...step, id: `${n}.1`, type: 'test', title: `Write tests for what part ${n} takes and refuses` },
        { ...step, id: `${n}.2`, type: 'impl', title: `Implement part ${n}`, dependsOn: [`${n}.1`] },
      ],
      files,
      criteria: [`Part ${n} passes its tests.`],
    };
  });
  return { ...EMPTY_PLAN, title: 'Build the parts', goal: 'All parts work together.', phases };
}

/** What the developer of the phase at a position starts from. */
export function briefOf(plan: Plan, at: number, style: PromptStyle, planText: string): DeveloperBrief {
  const phase = plan.phases[at]!;
  return {
    run: 'k7m',
    plan,
    planText,
    phase,
    style,
    record: RECORD,
    base: COMMIT,
    subtasks: phase.subtasks.map(({ id }) => id),
    earlier: phase.dependsOn.map(id => ({ id, title: `Build part ${id}`, commit: COMMIT })),
    checks: ['npm test', 'npm run lint'],
    expects: 'pass',
    report: 'text',
    attempt: 1,
    previous: null,
    faults: 0,
    cutOff: null,
    takesOver: false,
    continues: false,
    hints: [],
  };
}

const figure = (count: number): string => count.toLocaleString('en');

if (import.meta.main) printPrompts();
