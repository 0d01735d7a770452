import type { Mutant } from '../mutant.ts';

/** Who may start: dependencies, approval, barriers, turns, slots. */
export const SCHEDULE: readonly Mutant[] = [
  {
    name: 'a phase starts once the first of its dependencies has landed',
    file: 'src/run/apply/settle.ts',
    find: `if (waitingFor === 0 && phase.standing.status === 'pending')`,
    replace: `if (phase.standing.status === 'pending')`,
  },
  {
    name: 'at the beginning every phase may start, whatever it depends on',
    file: 'src/run/apply/run.ts',
    find: 'if (dependencies.length === 0) state = queued(state, position);',
    replace: 'if (dependencies.length >= 0) state = queued(state, position);',
  },
  {
    name: 'a dependency that failed counts as landed',
    file: 'src/run/queries.ts',
    find: `=> status === 'completed' || status === 'skipped';`,
    replace: `=> status === 'completed' || status === 'skipped' || status === 'failed';`,
  },
  {
    name: 'what a phase waits for is never counted down',
    file: 'src/run/apply/settle.ts',
    find: 'const waitingFor = phase.waitingFor - 1;',
    replace: 'const waitingFor = phase.waitingFor;',
  },
  {
    name: 'a gated phase starts without approval',
    file: 'src/run/conclude.ts',
    find: '!isGated(state, position) || phaseAt(state, position).approved;',
    replace: '!isGated(state, position) || !phaseAt(state, position).approved;',
  },
  {
    name: 'an approval does not wake the run that waits for it',
    file: 'src/run/apply/phase.ts',
    find: 'return going(withPhase(state, position, { approved: true }));',
    replace: 'return withPhase(state, position, { approved: true });',
  },
  {
    name: 'a barrier lets later phases through',
    file: 'src/run/conclude.ts',
    find: 'shape.groups === null || shape.groupOf[position] === group;',
    replace: 'shape.groups === null || shape.groupOf[position]! >= group;',
  },
  {
    name: 'a barrier falls while one phase before it is open',
    file: 'src/run/apply/settle.ts',
    find: 'while (groups && openInGroup === 0 &&',
    replace: 'while (groups && openInGroup <= 1 &&',
  },
  {
    name: 'a barrier forgets to count the phases that are done',
    file: 'src/run/apply/settle.ts',
    find: 'openInGroup: state.openInGroup - 1',
    replace: 'openInGroup: state.openInGroup',
  },
  {
    name: 'a barrier that was passed is not put up again for a phase that is tried again',
    file: 'src/run/apply/settle.ts',
    find: '  return currentGroup(state);',
    replace: '  return state;',
  },
  {
    name: 'in a serial run the next phase starts while one waits for its retry',
    file: 'src/run/conclude.ts',
    find: `!== 'serial' || state.active.length + state.retrying.length === 0;`,
    replace: `!== 'serial' || state.active.length === 0;`,
  },
  {
    name: 'a serial run has as many slots as any other',
    file: 'src/run/shape.ts',
    find: `settings.schedule === 'serial' ? 1 : settings.concurrency`,
    replace: 'settings.concurrency',
  },
  {
    name: 'one session more than allowed runs at once',
    file: 'src/run/queries.ts',
    find: 'slot <= state.shape.slots; slot += 1',
    replace: 'slot <= state.shape.slots + 1; slot += 1',
  },
  {
    name: 'a retry takes its old slot although another attempt is in it',
    file: 'src/run/queries.ts',
    find: 'preferred <= state.shape.slots && !taken.has(preferred)',
    replace: 'preferred <= state.shape.slots',
  },
  {
    name: 'an attempt gives up its slot before it has landed',
    file: 'src/run/queries.ts',
    find: 'return IDLE.includes(step) ? [] : [slot];',
    replace: `return IDLE.includes(step) || step === 'accepted' ? [] : [slot];`,
  },
  {
    name: 'of two phases that could start, the one with the later turn does',
    file: 'src/run/apply/settle.ts',
    find: 'if (turns[state.ready[middle]!]! < turns[position]!)',
    replace: 'if (turns[state.ready[middle]!]! > turns[position]!)',
  },
  {
    name: 'the shortest path goes first',
    file: 'src/run/shape.ts',
    find: 'remaining[b]! - remaining[a]!',
    replace: 'remaining[a]! - remaining[b]!',
  },
];
