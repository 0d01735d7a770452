import { LIMITS } from '../plan/limits.ts';
import type { Command } from './event.ts';

/** A request as another process left it, perhaps a newer one; what cannot be understood is `unknown`. */
export function readCommand(data: string): Command {
  const { type, phase } = fieldsOf(data);
  switch (type) {
    case 'cancel':
    case 'pause':
      return { type };
    case 'retry':
    case 'skip':
    case 'approve':
      return typeof phase === 'string' && phase.length <= LIMITS.idCharacters
        ? { type, phase }
        : { type: 'unknown' };
    default:
      return { type: 'unknown' };
  }
}

function fieldsOf(data: string): { readonly type?: unknown; readonly phase?: unknown } {
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}
