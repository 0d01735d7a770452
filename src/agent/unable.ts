import type { FailureCategory } from '../run/failure.ts';
import { NO_USAGE } from '../run/usage.ts';
import type { SessionResult } from './port.ts';

/** The result of a session that could not begin. */
export const unable = (message: string, category: FailureCategory = 'infra.setup'): SessionResult => ({
  status: 'failed',
  failure: { category, message },
  sessionId: null,
  usage: NO_USAGE,
});
