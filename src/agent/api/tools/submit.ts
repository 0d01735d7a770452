import { z } from 'zod';
import { ANSWER_TOOL } from '../../../prompt/brief.ts';
import { type AgentTool, done, refused, toolOf } from './tool.ts';

/** What is wrong with an answer is told in so many lines at most. */
const MAX_ISSUES = 10;

/**
 * Takes the structured answer. `onAnswer` hears each one, and whether it fits; one that does not is sent back to the
 * model.
 */
export function submitTool(schema: object, onAnswer: (value: unknown, fits: boolean) => void): AgentTool {
  const judge = judgeOf(schema);
  return toolOf({
    name: ANSWER_TOOL,
    description: 'Takes your final answer and ends the session. Call it once, at the end, when all is done.',
    input: z.unknown(),
    summary: value => JSON.stringify(value) ?? '',
    use(value) {
      const issues = judge(value);
      onAnswer(value, issues.length === 0);
      if (issues.length === 0) return done('taken');
      return refused(`the answer does not fit, give it again: ${issues.slice(0, MAX_ISSUES).join('; ')}`);
    },
  });
}

/** A schema that cannot be read here holds nobody up: the answer is judged again by whoever asked for it. */
function judgeOf(schema: object): (value: unknown) => readonly string[] {
  try {
    const type = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    return value =>
      (type.safeParse(value).error?.issues ?? []).map(
        ({ path, message }) => `${path.map(String).join('.') || 'answer'}: ${message}`,
      );
  } catch {
    return () => [];
  }
}
