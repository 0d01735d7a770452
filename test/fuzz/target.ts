import { cleansed } from './pollution.ts';

/** What is fed to a target: a text, or a list of things, so that all of it can be made smaller in the same way. */
export type Input = string | readonly unknown[];

/** A place where the program takes in what others wrote, and what must hold there. */
export interface Target<I extends Input = Input> {
  /** The input with this number: the same every time. */
  make(seed: number): I;
  /** What is wrong with how the input was taken; null where all that must hold holds. A throw is a finding, too. */
  judge(input: I): Promise<string | null> | string | null;
}

export interface NamedTarget {
  readonly name: string;
  /** Its share of the inputs, compared with those of the others: what is slow to try gets less. */
  readonly weight: number;
  /** How many are tried by `npm test`. */
  readonly cases: number;
  /** Whether it changes the folder and the environment of its process. */
  readonly alone?: boolean;
  readonly load: () => Promise<Target>;
}

/** In the order in which they are tried. */
export const TARGETS: readonly NamedTarget[] = [
  { name: 'plan', weight: 14, cases: 800, load: async () => (await import('./targets/plan.ts')).plan },
  {
    name: 'settings',
    weight: 10,
    cases: 150,
    load: async () => (await import('./targets/settings.ts')).settings,
  },
  { name: 'events', weight: 8, cases: 80, load: async () => (await import('./targets/events.ts')).events },
  { name: 'stream', weight: 12, cases: 100, load: async () => (await import('./targets/stream.ts')).stream },
  { name: 'script', weight: 10, cases: 100, load: async () => (await import('./targets/script.ts')).script },
  { name: 'answer', weight: 38, cases: 400, load: async () => (await import('./targets/answer.ts')).answer },
  {
    name: 'commands',
    weight: 7,
    cases: 80,
    load: async () => (await import('./targets/commands.ts')).commands,
  },
  { name: 'tests', weight: 8, cases: 100, load: async () => (await import('./targets/tests.ts')).tests },
  {
    name: 'failure',
    weight: 8,
    cases: 100,
    load: async () => (await import('./targets/failure.ts')).failure,
  },
  {
    name: 'revision',
    weight: 10,
    cases: 150,
    load: async () => (await import('./targets/revision.ts')).revision,
  },
  { name: 'price', weight: 10, cases: 200, load: async () => (await import('./targets/price.ts')).price },
  { name: 'glob', weight: 20, cases: 300, load: async () => (await import('./targets/glob.ts')).glob },
  {
    name: 'secrets',
    weight: 8,
    cases: 100,
    load: async () => (await import('./targets/secrets.ts')).secrets,
  },
  { name: 'gates', weight: 8, cases: 100, load: async () => (await import('./targets/gates.ts')).gates },
  {
    name: 'execution-state',
    weight: 8,
    cases: 80,
    load: async () => (await import('./targets/execution-state.ts')).executionState,
  },
  {
    name: 'command-line',
    weight: 1,
    cases: 15,
    alone: true,
    load: async () => (await import('./targets/command-line.ts')).commandLine,
  },
];

export async function loadTarget(name: string): Promise<Target> {
  const target = TARGETS.find(known => known.name === name);
  if (!target) throw noTarget(name);
  return target.load();
}

export const noTarget = (name: string): Error =>
  new Error(`there is no target ${name}; there are ${TARGETS.map(known => known.name).join(', ')}`);

/** What is wrong with how a target takes an input; null where nothing is. */
export async function verdictOn(target: Target, input: Input): Promise<string | null> {
  const wrong = await judged(target, input);
  return cleansed() ? 'a prototype was changed' : wrong;
}

async function judged(target: Target, input: Input): Promise<string | null> {
  try {
    return await target.judge(input);
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack : String(error)}`;
  }
}
