import { isDeepStrictEqual } from 'node:util';
import { EMPTY_PHASE, type Phase } from '../../../src/plan/model.ts';
import { readRevision } from '../../../src/run/answer.ts';
import { isPhase } from '../../../src/run/event-fields.ts';
import { intentOf, MAX_INTENT_CHARACTERS } from '../../../src/run/policy/intent.ts';
import { reduceWith, reviseWith } from '../../../src/run/policy/revision.ts';
import { subtasks } from '../../run/plans.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';
import { mangled, parsed, survives } from '../value.ts';

/** What replanners make of a phase. The input is their answer as JSON. */
export const revision: Target<string> = {
  make(seed) {
    const r = random(seed);
    const sound = answer(r);
    return JSON.stringify(r.below(3) === 0 ? sound : mangled(sound, r)) ?? 'null';
  },
  judge(text) {
    const read = readRevision(parsed(text));
    if (!read) return null;
    for (const phase of PHASES) {
      const revised = reviseWith(phase, phase, read, TAKEN);
      const reduced = reduceWith(phase, read, TAKEN);
      const wrong =
        (revised.ok ? judgePlan(phase, revised.plan) : judgeProblems(revised.problems)) ??
        (reduced.ok ? judgePlan(phase, reduced.plan) : judgeProblems(reduced.problems)) ??
        (revised.ok ? kept(phase, revised.plan, new Set()) : null) ??
        (reduced.ok ? kept(phase, reduced.plan, new Set(reduced.dropped.map(({ what }) => what))) : null);
      if (wrong !== null) return wrong;
    }
    return null;
  },
};

const TAKEN = new Set(['1.1', 'other']);
const MAX_PROBLEMS = 21;
const MAX_PROBLEM = 400;

/** What may not change does not, and what is new can stand in a plan. */
function judgePlan(phase: Phase, plan: Phase): string | null {
  if (!isPhase(plan)) return 'is no phase any more';
  const { id, dependsOn, gated, optional, done } = plan;
  const rest = { id, dependsOn, gated, optional, done };
  const was = {
    ...rest,
    id: phase.id,
    dependsOn: phase.dependsOn,
    gated: phase.gated,
    optional: phase.optional,
    done: phase.done,
  };
  if (!isDeepStrictEqual(rest, was)) return 'changes where in the plan it stands';
  const ids = plan.subtasks.map(subtask => subtask.id);
  if (new Set(ids).size < ids.length) return 'an id comes twice';
  if (plan.subtasks !== phase.subtasks && ids.some(known => TAKEN.has(known)))
    return 'takes the id of another one';
  if (plan.title.trim() === '' || plan.subtasks.some(({ title }) => title.trim() === ''))
    return 'has no title';
  const isOwn = new Set([...phase.files, ...phase.deliverables]);
  const strays = [...plan.files, ...plan.deliverables].filter(
    path => !isOwn.has(path) && /^\/|^~|\.\.|[*?\\]/.test(path),
  );
  if (strays.some(path => /(?:^|\/)\.\.(?:\/|$)|^\/|[*?\\]/.test(path))) return `leads to ${strays[0]}`;
  if (intentOf(plan).length > MAX_INTENT_CHARACTERS) return 'has an intent without end';
  return survives(plan) ? null : 'does not survive the journal';
}

function kept(phase: Phase, plan: Phase, dropped: ReadonlySet<string>): string | null {
  const after = new Set([...plan.deliverables, ...plan.criteria]);
  const lost = [...phase.deliverables, ...phase.criteria].find(
    item => !after.has(item) && !dropped.has(item),
  );
  return lost === undefined ? null : `"${lost}" got lost`;
}

function judgeProblems(problems: readonly string[]): string | null {
  if (problems.length === 0 || problems.length > MAX_PROBLEMS) return `${problems.length} problems`;
  return problems.every(({ length }) => length > 0 && length <= MAX_PROBLEM)
    ? null
    : 'a problem is no short text';
}

const PHASES: readonly Phase[] = [
  { ...EMPTY_PHASE, id: '1', title: 'One' },
  {
    ...EMPTY_PHASE,
    id: '2',
    title: 'Two',
    description: 'All of it.',
    dependsOn: ['1'],
    subtasks: subtasks('2.1', '2.2').map(subtask => ({ ...subtask, type: 'test' as const })),
    files: ['src/a.ts'],
    deliverables: ['a.txt', 'B.txt'],
    criteria: ['it must be right', 'it is quick'],
    gated: true,
  },
];

const answer = (r: Random): object => ({
  reason: r.pick(['', 'it is easier']),
  title: r.pick([null, 'Another way', 'Two', ' ', 'a\nb', 'x'.repeat(2_000)]),
  description: r.pick([null, 'Step by step.', 'All  of it.', '\u0000', '']),
  subtasks: r.pick([null, [], [{ title: 'This', type: 'test' }, { title: 'That' }], [{ title: '' }]]),
  files: r.pick([null, [], ['src/b.ts', 'SRC/a.ts'], ['../x'], ['/etc/passwd'], ['.git/config'], ['**']]),
  deliverables: r.pick([null, [], ['a.txt', 'b.TXT'], ['a.txt', 'B.txt', 'c.txt'], ['a.txt']]),
  criteria: r.pick([null, ['it must be right', 'it is  quick'], ['it must be right']]),
  dropped: r.pick([
    [],
    [{ what: 'it is quick', reason: 'no time' }],
    [{ what: 'A.TXT', reason: 'too large' }],
  ]),
});
