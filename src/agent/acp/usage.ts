import type { Usage } from '../../run/usage.ts';
import type { Prompted, TurnUsage } from './message.ts';
import type { AcpProfile } from './profile.ts';

/** What a turn took; null where the agent does not tell, or tells only a part. */
export function turnUsage(
  { usage, _meta }: Prompted,
  how: AcpProfile['usage'],
): Pick<Usage, 'inputTokens' | 'outputTokens'> | null {
  if (how === 'none' || how === 'last-message') return null;
  const quota = _meta?.quota.token_count;
  const told = usage ? tokensOf(usage) : tokensIn(quota?.input_tokens, quota?.output_tokens);
  // No turn takes nothing.
  return told.inputTokens + told.outputTokens > 0 ? told : null;
}

const tokensIn = (inputTokens = 0, outputTokens = 0) => ({ inputTokens, outputTokens });

/**
 * Agents differ in whether cached tokens are a part of the input and thoughts a part of the output. The sum tells; where
 * it fits nothing, the output is believed and all else is input.
 */
function tokensOf(usage: TurnUsage): Pick<Usage, 'inputTokens' | 'outputTokens'> {
  const { totalTokens, inputTokens, outputTokens, thoughtTokens, cachedReadTokens, cachedWriteTokens } =
    usage;
  const cached = cachedReadTokens + cachedWriteTokens;
  const readings = [
    [inputTokens + cached, outputTokens],
    [inputTokens + cached, outputTokens + thoughtTokens],
    [inputTokens, outputTokens],
    [inputTokens, outputTokens + thoughtTokens],
  ] as const;
  const [input, output] =
    readings.find(([read, written]) => read + written === totalTokens) ??
    ([Math.max(inputTokens, totalTokens - outputTokens), outputTokens] as const);
  return { inputTokens: input, outputTokens: output };
}
