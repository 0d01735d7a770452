/** Something to read up on besides the commands. Texts have at most 60 lines of 80 columns. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** Loaded when it is asked for. */
  readonly text: () => Promise<string>;
}

export const TOPICS: readonly Topic[] = [
  {
    name: 'plans',
    summary: 'what a plan looks like',
    text: async () => (await import('./topic/plans.ts')).plansText(),
  },
  {
    name: 'presets',
    summary: 'ways to carry a plan out, and which to take',
    text: async () => (await import('./topic/presets.ts')).presetsText(),
  },
  {
    name: 'recovery',
    summary: 'what is done when a phase fails, and what you can do',
    text: async () => (await import('./topic/recovery.ts')).recoveryText(),
  },
  {
    name: 'keys',
    summary: 'the keys of the live view',
    text: async () => (await import('./topic/keys.ts')).keysText(),
  },
  {
    name: 'exit-codes',
    summary: 'how commands end, for scripts',
    text: async () => (await import('./topic/exit-codes.ts')).exitCodesText(),
  },
];

export const topicNamed = (name: string): Topic | undefined => TOPICS.find(topic => topic.name === name);
