import type { Mutant } from '../mutant.ts';

/** Providers that rest, budgets, and what people are told. */
export const SPENDING: readonly Mutant[] = [
  {
    name: 'a provider that rests is asked all the same',
    file: 'src/run/policy/worker.ts',
    find: 'providerOf(state, provider).restsUntil <= state.now);',
    replace: 'providerOf(state, provider).restsUntil >= 0);',
  },
  {
    name: 'a provider that was given up is asked before others',
    file: 'src/run/policy/worker.ts',
    find: 'const candidates = present.length > 0 ? present : inOrder;',
    replace: 'const candidates = inOrder;',
  },
  {
    name: 'a phase that was moved up is worked on by the weakest model',
    file: 'src/run/policy/worker.ts',
    find: 'const wanted = Math.min(level, chain.length - 1);',
    replace: 'const wanted = Math.min(level, 0);',
  },
  {
    name: 'the strong doctor is the weak one',
    file: 'src/run/policy/worker.ts',
    find: `strength === 'cheap' ? 0 : chainOf(state, role, phase).length - 1`,
    replace: `strength === 'cheap' ? chainOf(state, role, phase).length - 1 : 0`,
  },
  {
    name: 'a session under way is ended when its provider begins to rest',
    file: 'src/run/decide.ts',
    find: '    { ...effect(chainOf(state, role, phase)[0]), isHeld: true },',
    replace: '',
  },
  {
    name: 'a session begins while its provider rests',
    file: 'src/engine/flights.ts',
    find: '!effect.isHeld && ',
    replace: '',
  },
  {
    name: 'what a provider asks for is not done',
    file: 'src/run/policy/providers.ts',
    find: 'if (asks) {',
    replace: 'if (asks && asks.until === null) {',
  },
  {
    name: 'a provider that fails too often is asked on and on',
    file: 'src/run/policy/providers.ts',
    find: 'if (recent < limit) return null;',
    replace: 'if (recent < limit * 1_000) return null;',
  },
  {
    name: 'a provider rests one failure too early',
    file: 'src/run/policy/providers.ts',
    find: 'if (recent < limit) return null;',
    replace: 'if (recent < limit - 1) return null;',
  },
  {
    name: 'failures of long ago count against a provider',
    file: 'src/run/policy/providers.ts',
    find: 'failures.filter(at => at > now - windowMs).length;',
    replace: 'failures.filter(at => at <= now).length;',
  },
  {
    name: 'a session that went well does not clear its provider',
    file: 'src/run/apply/spend.ts',
    find: 'return withProvider(state, provider, { ...known, failures: [] });',
    replace: 'return state;',
  },
  {
    name: 'a rest that is asked for can be cut short by another one',
    file: 'src/run/apply/spend.ts',
    find: 'Math.max(known.restsUntil, until)',
    replace: 'until',
  },
  {
    name: 'chance lengthens a wait beyond its limit',
    file: 'src/run/policy/backoff.ts',
    find: 'return Math.round((limit * hash(seed)) / 2 ** 32);',
    replace: 'return Math.round((limit * hash(seed)) / 2 ** 30);',
  },
  {
    name: 'waits grow without a limit',
    file: 'src/run/policy/backoff.ts',
    find: 'Math.min(firstMs * 2 ** (times - 1), maxMs)',
    replace: 'firstMs * 2 ** (times - 1)',
  },
  {
    name: 'a quota that is used up counts as a trouble of infrastructure',
    file: 'src/run/ladder/situation.ts',
    find: `if (failure.category === 'infra.quota') return 'quota';`,
    replace: '',
  },
  {
    name: 'work is thrown away because its reviewer has to wait',
    file: 'src/run/apply/judge.ts',
    find: 'if (!isPassing(failure)) return false;',
    replace: 'if (failure) return false;',
  },
  {
    name: 'a reviewer may be asked later without a limit',
    file: 'src/run/apply/judge.ts',
    find: 'return used < allowed;',
    replace: 'return used < allowed + 1_000;',
  },
  {
    name: 'what a session told while it went on is counted twice',
    file: 'src/run/apply/spend.ts',
    find: 'const rest = part ? withoutPart(usage, part) : usage;',
    replace: 'const rest = usage;',
  },
  {
    name: 'what sessions spend is not counted in the run',
    file: 'src/run/apply/spend.ts',
    find: '    usage: spendPart(state.usage, usage),\n',
    replace: '',
  },
  {
    name: 'what a session that was cut off told is taken from the next one',
    file: 'src/run/apply/run.ts',
    find: '      live: [],\n      noted: {},',
    replace: '      live: [],',
  },
  {
    name: 'the budget of a phase is measured since the beginning',
    file: 'src/run/policy/budget.ts',
    find: 'used: usedSince(phase.allowance, phase.usage, {',
    replace:
      'used: usedSince({ ...phase.allowance, usage: { ...phase.usage, inputTokens: 0, outputTokens: 0 } }, phase.usage, {',
  },
  {
    name: 'the budget of the run is measured since the beginning',
    file: 'src/run/policy/budget.ts',
    find: 'used: usedSince(allowance, usage, tally),',
    replace:
      'used: usedSince({ ...allowance, usage: { ...usage, inputTokens: 0, outputTokens: 0 } }, usage, tally),',
  },
  {
    name: 'a resumed run gets no new budget',
    file: 'src/run/apply/run.ts',
    find: '        allowance: { usage, ...tally },\n',
    replace: '',
  },
  {
    name: 'sessions begin although nothing is left',
    file: 'src/run/policy/budget.ts',
    find: 'return isSpent(level) || leftOf(level) < needed[level.measure];',
    replace: 'return isSpent(level) && leftOf(level) > needed[level.measure];',
  },
  {
    name: 'a session under way overruns the budget',
    file: 'src/run/policy/admission.ts',
    find: 'return STREAMING.find(',
    replace: 'return STREAMING.slice(3).find(',
  },
  {
    name: 'nobody hears what a session spends before it ends',
    file: 'src/engine/perform/meter.ts',
    find: `report({ type: 'usage_noted', ...name, usage: untold });`,
    replace: '',
  },
  {
    name: 'there is a warning again and again',
    file: 'src/run/apply/budget.ts',
    find: `withPhase(state, position, { warned: [...phaseAt(state, position).warned, measure] });`,
    replace: 'withPhase(state, position, { warned: phaseAt(state, position).warned });',
  },
  {
    name: 'there is a warning when all is spent',
    file: 'src/run/policy/budget.ts',
    find: 'level.share >= warnAt && !isSpent(level) &&',
    replace: 'level.share >= warnAt &&',
  },
  {
    name: 'notices are dropped when something else happens',
    file: 'src/run/apply/notice.ts',
    find: 'notices: [...state.notices, notice] };',
    replace: 'notices: [notice] };',
  },
  {
    name: 'nobody is told anything',
    file: 'src/run/decide.ts',
    find: 'return [...effects, ...state.notices.map(',
    replace: 'return [...effects, ...state.notices.slice(1).map(',
  },
  {
    name: 'a notice that nobody got counts as sent',
    file: 'src/engine/perform/notify.ts',
    find: `if (reason === null) return [{ type: 'notice_sent', number }];`,
    replace: `if (reason !== '') return [{ type: 'notice_sent', number }];`,
  },
  {
    name: 'one notice that was sent stands for all',
    file: 'src/run/apply.ts',
    find: 'notices: state.notices.filter(({ number }) => number !== event.number) };',
    replace: 'notices: [] };',
  },
];
