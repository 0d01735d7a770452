/** What a prompt of ours asks for, as a person would read it. */
export interface Cue {
  readonly role: 'developer' | 'reviewer' | 'evaluator';
  readonly phase: string;
  readonly attempt: number;
}

const ROLES = [
  ['developer', /^# Phase ([^\s:]+):/m],
  ['reviewer', /^Review the change that was made for phase (\S+) of/m],
  ['evaluator', /^A reviewer commented on the change made for phase (\S+) of/m],
] as const;

/** Null for a prompt that is not of a run. */
export function cueIn(prompt: string): Cue | null {
  for (const [role, form] of ROLES) {
    const [, phase] = form.exec(prompt) ?? [];
    if (phase !== undefined)
      return { role, phase, attempt: Number(/^# Attempt (\d+)/m.exec(prompt)?.[1] ?? 1) };
  }
  return null;
}
