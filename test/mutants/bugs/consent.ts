import type { Mutant } from '../mutant.ts';

/** What is for a person to decide: plans, phases and landings; and the record of it all. */
export const CONSENT: readonly Mutant[] = [
  {
    name: 'what a gate would ask about lands without asking',
    file: 'src/run/apply/judge.ts',
    find: `filter(({ severity }) => severity === 'ask');`,
    replace: `filter(({ severity }) => severity === 'reject');`,
  },
  {
    name: 'phases land without approval though every one is to wait',
    file: 'src/run/apply/judge.ts',
    find: `state.settings.approve === 'landing' ?`,
    replace: `state.settings.approve === 'phase' ?`,
  },
  {
    name: 'a person’s refusal lets the attempt land',
    file: 'src/run/apply/judge.ts',
    find: `if (event.type === 'attempt_approved') return accepted(`,
    replace: 'if (event.type) return accepted(',
  },
  {
    name: 'a person’s approval sends the attempt back',
    file: 'src/run/apply/judge.ts',
    find: `if (event.type === 'attempt_approved') return accepted(`,
    replace: `if (event.type === 'approval_asked') return accepted(`,
  },
  {
    name: 'a held attempt that was approved leaves the run waiting',
    file: 'src/run/apply/judge.ts',
    find: `state.status === 'waiting' ? { ...state, status: 'running', reason: '' } : state;
  if (event.type === 'attempt_approved')`,
    replace: `state;
  if (event.type === 'attempt_approved')`,
  },
  {
    name: 'nobody is asked about a held attempt',
    file: 'src/run/conclude.ts',
    find: `if (step.step === 'held' && !step.asked) {`,
    replace: `if (step.step === 'held' && step.asked) {`,
  },
  {
    name: 'a run with a held attempt neither waits nor ends',
    file: 'src/run/conclude.ts',
    find: 'state.active.every(position => heldAt(state, position));',
    replace: 'state.active.length === 0;',
  },
  {
    name: 'a held attempt holds up a retry for which there is no slot',
    file: 'src/run/conclude.ts',
    find: 'state.retrying.every(position => isDue(state, position)) &&',
    replace: 'state.retrying.length === 0 &&',
  },
  {
    name: 'a run that waits names only phases that have not begun',
    file: 'src/run/conclude.ts',
    find: 'const waiting = [...state.active, ...gated]',
    replace: 'const waiting = [...gated]',
  },
  {
    name: 'a held attempt gives up its slot',
    file: 'src/run/queries.ts',
    find: `return step === 'rejected' || step === 'landed' ? [] : [slot];`,
    replace: `return step === 'rejected' || step === 'landed' || step === 'held' ? [] : [slot];`,
  },
  {
    name: 'a held attempt cannot be approved',
    file: 'src/run/obey.ts',
    find: `if (heldAt(state, position)) return { type: 'attempt_approved', phase, attempt };`,
    replace: '',
  },
  {
    name: 'every phase starts without approval though each is to wait',
    file: 'src/run/queries.ts',
    find: `planAt(state, position).gated || state.settings.approve === 'phase';`,
    replace: 'planAt(state, position).gated;',
  },
  {
    name: 'a plan is carried out without approval',
    file: 'src/run/conclude.ts',
    find: `if (settings.approve === 'never') return`,
    replace: `if (settings.approve !== 'phase') return`,
  },
  {
    name: 'a run that is to ask nobody waits for its plan to be approved',
    file: 'src/run/conclude.ts',
    find: `if (settings.approve === 'never') return`,
    replace: `if (settings.approve === 'landing') return`,
  },
  {
    name: 'an architect may fail for ever',
    file: 'src/run/conclude.ts',
    find: 'if (tries < MAX_DRAFTS) return [];',
    replace: 'if (tries < 1_000_000) return [];',
  },
  {
    name: 'an architect gets one session more than allowed',
    file: 'src/run/conclude.ts',
    find: 'if (tries < MAX_DRAFTS) return [];',
    replace: 'if (tries <= MAX_DRAFTS) return [];',
  },
  {
    name: 'a plan with mistakes is put before a person',
    file: 'src/run/apply/draft.ts',
    find: 'const isReady = plan !== null && problems.length === 0;',
    replace: `const isReady = plan !== null || text !== '';`,
  },
  {
    name: 'a rejected plan waits on',
    file: 'src/run/apply/draft.ts',
    find: `draft: { ...draft, step: 'writing', tries: 0,`,
    replace: 'draft: { ...draft, tries: 0,',
  },
  {
    name: 'a rejected plan leaves the architect no new sessions',
    file: 'src/run/apply/draft.ts',
    find: `step: 'writing', tries: 0, problems: []`,
    replace: `step: 'writing', problems: []`,
  },
  {
    name: 'the plan as it was before a person edited it is carried out',
    file: 'src/run/obey.ts',
    find: 'command.edited ?? { text: draft.text, plan: draft.plan };',
    replace: '{ text: draft.text, plan: draft.plan };',
  },
  {
    name: 'a run that comes to no plan ends as completed',
    file: 'src/run/conclude.ts',
    find: 'if (head !== null && !state.draft && isDone(state) && isWell) return [COMPLETED];',
    replace: 'if (head !== null && isDone(state) && isWell) return [COMPLETED];',
  },
  {
    name: 'a session of an architect counts twice',
    file: 'src/run/accepts.ts',
    find: `draft?.step === 'writing' && event.round === draft.round + 1;`,
    replace: `draft?.step === 'writing';`,
  },
  {
    name: 'the record is not committed',
    file: 'src/engine/perform/git.ts',
    find: 'record: await recordFor(status, context),',
    replace: 'record: null,',
  },
  {
    name: 'the record that was committed is forgotten',
    file: 'src/engine/perform/git.ts',
    find: 'record: result.ok ? result.record : null,',
    replace: 'record: null,',
  },
  {
    name: 'a run that goes on does so from below its record',
    file: 'src/run/apply/run.ts',
    find: '(head ?? state.head) : (record ?? state.head);',
    replace: '(head ?? state.head) : state.head;',
  },
];
