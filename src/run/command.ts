import { LIMITS } from '../plan/limits.ts';
import type { Command } from './event.ts';
import { isEditedPlan, isPhase } from './event-fields.ts';

/** A request as another process left it, perhaps a newer one; what cannot be understood is `unknown`. */
export function readCommand(data: string): Command {
  const { type, phase, edited, message, plan } = fieldsOf(data);
  switch (type) {
    case 'cancel':
    case 'pause':
      return { type };
    case 'skip':
    case 'retry':
      if (!isId(phase)) return UNKNOWN;
      if (message === undefined) return { type, phase };
      return isText(message, MAX_MESSAGE) ? { type, phase, message } : UNKNOWN;
    case 'edit':
      return isId(phase) && isPhase(plan) ? { type, phase, plan } : UNKNOWN;
    case 'approve':
      if (phase !== null) return isId(phase) ? { type, phase } : UNKNOWN;
      if (edited === undefined) return { type, phase };
      return isEditedPlan(edited) ? { type, phase, edited } : UNKNOWN;
    case 'reject':
      return (phase === null || isId(phase)) && isText(message, MAX_MESSAGE)
        ? { type, phase, message }
        : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** Longest words that a person sends along, in characters. */
export const MAX_MESSAGE = 20_000;

const UNKNOWN: Command = { type: 'unknown' };

const isText = (value: unknown, limit: number): value is string =>
  typeof value === 'string' && value.length <= limit;

const isId = (value: unknown): value is string => isText(value, LIMITS.idCharacters);

interface Fields {
  readonly type?: unknown;
  readonly phase?: unknown;
  readonly edited?: unknown;
  readonly message?: unknown;
  readonly plan?: unknown;
}

function fieldsOf(data: string): Fields {
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}
