import type { Mutant } from '../mutant.ts';

/** The merge queue and the run branch. */
export const LANDING: readonly Mutant[] = [
  {
    name: 'everything that is accepted lands at once',
    file: 'src/run/decide.ts',
    find: 'const effects = landingEffects(state, state.head);',
    replace:
      'const effects = state.landing.flatMap(one => landingEffects({ ...state, landing: [one] }, state.head!));',
  },
  {
    name: 'the combination with what landed meanwhile is not checked',
    file: 'src/run/decide.ts',
    find: 'checkCombined: state.settings.checks.length > 0,',
    replace: 'checkCombined: false,',
  },
  {
    name: 'checks that fail on the combination are ignored',
    file: 'src/run/apply/judge.ts',
    find: 'if (!passed) return rejected(state, position, step.snapshot, combinedFailure(results));',
    replace: '',
  },
  {
    name: 'a combination that passed is checked again and again',
    file: 'src/run/decide.ts',
    find: 'checked: step.checked,',
    replace: 'checked: null,',
  },
  {
    name: 'after a landing the run forgets where its branch stands',
    file: 'src/run/apply/attempt.ts',
    find: '    head,\n    landing: without(state.landing, position),',
    replace: '    landing: without(state.landing, position),',
  },
  {
    name: 'after a crash a phase that is on the branch lands again',
    file: 'src/git/land.ts',
    find: `if (ours.holds) return { ok: true, outcome: 'landed', commit: oid, head: current };`,
    replace: '',
  },
  {
    name: 'a commit that an agent gave our trailers passes for the landing',
    file: 'src/git/land.ts',
    find: `holds: expected.outcome === 'merged' && expected.tree === tree`,
    replace: `holds: expected.outcome === 'merged'`,
  },
  {
    name: 'another run’s commit of a phase of the same name passes for the landing',
    file: 'src/git/trailers.ts',
    find: `trailer(message, 'Phasewright-Run') === run.trim() &&`,
    replace: '',
  },
  {
    name: 'the branch is moved wherever it stands',
    file: 'src/git/land.ts',
    find: '{ ref: branchRef(branch), to: commit, from },',
    replace: '{ ref: branchRef(branch), to: commit, from: null },',
  },
  {
    name: 'git lands a combination that was not checked',
    file: 'src/git/land.ts',
    find: 'if (request.checkCombined && tree !== snapshot.tree) {',
    replace: 'if (request.checkCombined && tree === parent) {',
  },
];
