import type { Worker } from '../ladder-event.ts';
import { ROLES, type Role } from '../role.ts';
import type { Settings } from '../settings.ts';
import type { Provider, RunState } from '../state.ts';
import type { ModelChoice, Models } from './settings.ts';

/** Who plays a role next: a worker, or the moment until which none of them can be asked. */
export type Chosen = { readonly worker: Worker } | { readonly wait: number };

/** The models that a role goes through in a phase, weakest first; null for what belongs to no phase. */
export function chainOf(
  { settings, origin }: RunState,
  role: Role,
  phase: string | null,
): readonly [Worker, ...Worker[]] {
  const own = phase !== null && Object.hasOwn(settings.phases, phase) ? settings.phases[phase]! : {};
  return chainFrom(own[role] ?? settings.models[role] ?? [], origin.agent);
}

function chainFrom(choices: readonly ModelChoice[], ofRun: string): readonly [Worker, ...Worker[]] {
  const chain = choices.map(({ agent, model, provider }): Worker => {
    const by = agent ?? ofRun;
    return { agent: by, model, provider: provider ?? providerIn(model) ?? by };
  });
  const [first = { agent: ofRun, model: null, provider: ofRun }, ...others] = chain;
  return [first, ...others];
}

/** Everybody who may be asked for something in a run, in whatever role and phase. */
export const chainsOf = ({ models, phases }: Settings, agent: string): readonly Worker[] =>
  [{}, ...Object.values(phases)].flatMap((own: Models) =>
    ROLES.flatMap(role => chainFrom(own[role] ?? models[role] ?? [], agent)),
  );

/** Every agent that may be asked for something in a run. */
export const agentsNamed = (settings: Settings, agent: string): readonly string[] => [
  ...new Set([agent, ...chainsOf(settings, agent).map(worker => worker.agent)]),
];

/** `anthropic/claude-opus` is a model of `anthropic`. */
function providerIn(model: string | null): string | null {
  const slash = model?.indexOf('/') ?? -1;
  return model !== null && slash > 0 ? model.slice(0, slash) : null;
}

/**
 * The worker at this level of the role's chain. While its provider rests, the next one up whose provider does not, or else
 * the next one down.
 */
export function chooseWorker(state: RunState, role: Role, level: number, phase: string | null): Chosen {
  const chain = chainOf(state, role, phase);
  const wanted = Math.min(level, chain.length - 1);
  const inOrder = [...chain.slice(wanted), ...chain.slice(0, wanted).reverse()];
  // With none left that was not given up, those that were are better than nobody.
  const present = inOrder.filter(({ provider }) => !providerOf(state, provider).isGone);
  const candidates = present.length > 0 ? present : inOrder;
  const worker = candidates.find(({ provider }) => providerOf(state, provider).restsUntil <= state.now);
  if (worker) return { worker };
  return { wait: Math.min(...candidates.map(({ provider }) => providerOf(state, provider).restsUntil)) };
}

/** The strongest of the role's chain, or the weakest. */
export const levelFor = (
  state: RunState,
  role: Role,
  strength: 'cheap' | 'strong',
  phase: string | null,
): number => (strength === 'cheap' ? 0 : chainOf(state, role, phase).length - 1);

/** Other providers in the chain that can be asked in the place of this one. */
export const othersThan = (
  state: RunState,
  role: Role,
  provider: string,
  phase: string | null,
): readonly string[] => [
  ...new Set(
    chainOf(state, role, phase)
      .map(worker => worker.provider)
      .filter(other => other !== provider && !providerOf(state, other).isGone),
  ),
];

const WELL: Provider = { failures: [], asks: null, restsUntil: 0, isGone: false, rests: 0 };

export const providerOf = ({ providers }: Pick<RunState, 'providers'>, name: string): Provider =>
  Object.hasOwn(providers, name) ? providers[name]! : WELL;
