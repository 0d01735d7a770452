import { CONSENT } from './bugs/consent.ts';
import { CONTROL } from './bugs/control.ts';
import { ENGINE } from './bugs/engine.ts';
import { JUDGEMENT } from './bugs/judgement.ts';
import { LADDER } from './bugs/ladder.ts';
import { LANDING } from './bugs/landing.ts';
import { RETRY } from './bugs/retry.ts';
import { SCHEDULE } from './bugs/schedule.ts';
import { SPENDING } from './bugs/spending.ts';
import { STORE } from './bugs/store.ts';
import { VERDICT } from './bugs/verdict.ts';
import { WORKSPACES } from './bugs/workspaces.ts';
import type { Mutant } from './mutant.ts';

/** The bugs that the simulator and the tests are held against. */
export const MUTANTS: readonly Mutant[] = [
  ...SCHEDULE,
  ...RETRY,
  ...LADDER,
  ...SPENDING,
  ...VERDICT,
  ...JUDGEMENT,
  ...CONSENT,
  ...LANDING,
  ...CONTROL,
  ...ENGINE,
  ...STORE,
  ...WORKSPACES,
];
