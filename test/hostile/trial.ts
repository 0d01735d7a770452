import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ended } from './drive.ts';
import { judgeClone } from './judge/clone.ts';
import { judgeEnd } from './judge/end.ts';
import { judgeHidden } from './judge/hidden.ts';
import { judgeKept, judgeNoted } from './judge/kept.ts';
import { judgeLater } from './judge/later.ts';
import { judgeOutside } from './judge/outside.ts';
import { judgeUntouched, userState } from './judge/untouched.ts';
import { placesFor, put } from './places.ts';
import { isStorable, picksOf, pieceNamed, type Scenario } from './scenario.ts';
import { planOf, scriptOf } from './script.ts';

/** A run that takes longer hangs: an undisturbed one takes a few seconds. */
const HANG_SECONDS = 60;
export interface TrialOptions {
  /** Whether the folder stays for a look. */
  readonly keep?: boolean;
  /** After how many seconds the run hangs. */
  readonly limit?: number;
  /** How often it is killed and resumed before it is left alone. */
  readonly kills?: number;
}

/** Runs the real program on a scenario; what is wrong with how that went, a line each. */
export async function faultsOf(
  scenario: Scenario,
  { keep = false, limit = HANG_SECONDS, kills = 0 }: TrialOptions = {},
): Promise<readonly string[]> {
  const places = placesFor(scenario);
  try {
    put(join(places.root, 'plan.json'), planOf(scenario));
    put(join(places.root, 'script.json'), scriptOf(scenario, places));
    const before = userState(places);
    const end = await ended(scenario, places, limit * 1000, kills);
    // Whoever is not root could not look into all that was left.
    spawnSync('chmod', ['-R', 'u+rwX', places.state]);
    if (keep) put(join(places.root, 'output.txt'), `${end.out}\n${end.err}\nexit ${end.code}\n`);
    const { here } = scenario.ground;
    const mayHalt = picksOf(scenario).some(
      // What git cannot store is not put out of the way in the user's checkout.
      ({ piece }) => pieceNamed(piece).mayHalt === true || (here && !isStorable(piece)),
    );
    const always = [
      ...judgeEnd(end, mayHalt),
      ...judgeOutside(places),
      ...judgeUntouched(places, before),
      ...(await judgeHidden(places, end)),
    ];
    // What was killed has not put anything in order.
    if (end.hung) return always;
    return [
      ...always,
      ...judgeKept(places, end),
      // One that was killed noted nothing, and is followed by an honest one.
      ...(mayHalt || kills > 0 ? [] : judgeNoted(scenario, places)),
      ...(mayHalt ? [] : judgeLater(scenario, places, end)),
      // In the end: its checks are what the agents wrote.
      // In the checkout checks are run where the work lies.
      ...(here ? [] : judgeClone(scenario, places)),
    ];
  } finally {
    if (keep) console.log(`kept: ${places.root}`);
    else {
      spawnSync('chmod', ['-R', 'u+rwx', places.root]);
      spawnSync('rm', ['-rf', places.root]);
    }
  }
}
