/** How much more often the long suite tries what a property says (`test/long.config.ts`). */
const FACTOR = Number(process.env.PHASEWRIGHT_TIMES ?? 1);

/** How often a property is tried, of which the short suite does `count`. */
export const times = (count: number): number => count * FACTOR;
