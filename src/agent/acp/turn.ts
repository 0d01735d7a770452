import type { ClientContext } from '@agentclientprotocol/sdk/unstable';
import type { Heard } from '../talk/heard.ts';
import { type Prompted, readPrompted } from './message.ts';
import { opened } from './open.ts';
import { endOf, errorFailure } from './outcome.ts';
import type { Matter } from './talk.ts';
import type { Understander } from './understand.ts';
import { turnUsage } from './usage.ts';

/** How far a session has come. */
export interface Progress {
  /** Null until it is open. */
  sessionId: string | null;
  /** Whether what comes is of our turn; what comes before is of earlier ones. */
  isOurs: boolean;
}

/** Opens the session and has the agent do what it is asked. Throws what it answers where there is no session. */
export async function takeTurn(
  agent: ClientContext,
  matter: Matter,
  told: Understander,
  progress: Progress,
  hear: (heard: Heard) => void,
): Promise<void> {
  const { profile, options, tool, costs } = matter;
  const sessionId = await opened(agent, matter, hear);
  const before = told.cost() ?? (options.continues === null ? 0 : costs.before(sessionId));
  progress.sessionId = sessionId;
  progress.isOurs = true;
  const prompt = [{ type: 'text', text: options.prompt }];
  let prompted: Prompted | null = null;
  let end: Heard;
  try {
    prompted = readPrompted(await agent.request<unknown>(PROMPT, { sessionId, prompt }));
    told.end().forEach(hear);
    end = endOf(prompted.stopReason, { lastWords: told.lastWords(), trouble: told.trouble() }, profile);
  } catch (error) {
    told.end().forEach(hear);
    end = { type: 'failed', failure: errorFailure(error, told.lastWords()) };
  }
  const tokens = prompted && turnUsage(prompted, profile.usage);
  const cost = profile.tellsCost ? told.cost() : null;
  if (cost !== null) costs.remember(sessionId, cost);
  const costUsd = since(before, cost);
  if (tokens || costUsd)
    hear({ type: 'usage', usage: { inputTokens: 0, outputTokens: 0, ...tokens, costUsd } });
  const answer = tool?.read();
  if (answer) hear({ type: 'answer', value: answer.value });
  hear(end);
}

const PROMPT: string = 'session/prompt';

/** Null where either is not known. */
const since = (before: number | null, now: number | null): number | null =>
  before === null || now === null ? null : Math.max(0, now - before);
