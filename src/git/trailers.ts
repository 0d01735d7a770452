/** Whether the message's last paragraph says that the commit is this phase of this run. */
export const namesPhase = (message: string, run: string, phase: string): boolean =>
  trailer(message, 'Phasewright-Run') === run.trim() &&
  trailer(message, 'Phasewright-Phase') === phase.trim();

/** The message with the trailers of another put back where it has lost them. */
export function withTrailersOf(original: string, message: string): string {
  const lost = trailers(original).filter(line => !trailers(message).includes(line));
  if (lost.length === 0) return message;
  const gap = trailers(message).length > 0 ? '\n' : '\n\n';
  return `${message.trimEnd()}${gap}${lost.join('\n')}\n`;
}

const trailer = (message: string, key: string): string | undefined =>
  trailers(message)
    .findLast(line => line.startsWith(`${key}:`))
    ?.slice(key.length + 1)
    .trim();

/** Our own trailers; other tools' may stand between them. */
const trailers = (message: string): string[] =>
  (
    message
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  )
    .split('\n')
    .filter(line => line.startsWith('Phasewright-'));
