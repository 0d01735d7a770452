/** Chosen once for the whole suite, so that one number repeats all of it. */
export const SEED = Number(process.env.PHASEWRIGHT_SEED ?? Date.now() % 1_000_000);

/** `PHASEWRIGHT_ROUNDS=10` makes every torture ten times as long. */
const FACTOR = Number(process.env.PHASEWRIGHT_ROUNDS ?? 1);

/** How often something is done, of which the short form does `count`. */
export const rounds = (count: number): number => Math.max(1, Math.round(count * FACTOR));

export const MINUTES = 60_000;
