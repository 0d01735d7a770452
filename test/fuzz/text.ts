import type { Random } from './random.ts';

/** A text that went through some changes: pieces are lost, repeated, moved, or taken from `tokens`. */
export function mutated(text: string, tokens: readonly string[], r: Random, most = 12): string {
  let changed = text;
  const steps = 1 + r.below(most);
  for (let i = 0; i < steps; i += 1) changed = mutate(changed, tokens, r);
  return changed;
}

function mutate(text: string, tokens: readonly string[], { below, pick }: Random): string {
  const at = below(text.length + 1);
  const to = Math.min(text.length, at + below(40));
  switch (below(10)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + text.slice(at, to).repeat(2 + below(30)) + text.slice(to);
    case 2:
      return text.slice(0, at) + String.fromCharCode(below(below(2) ? 128 : 65_536)) + text.slice(at + 1);
    case 3:
      return swapLines(text, below);
    case 4:
      return text.slice(0, at) + pick(tokens).repeat(1 + below(20)) + text.slice(at);
    case 5:
      return text.slice(0, at);
    default:
      return text.slice(0, at) + pick(tokens) + text.slice(below(3) === 0 ? to : at);
  }
}

function swapLines(text: string, below: Random['below']): string {
  const lines = text.split('\n');
  const [i, j] = [below(lines.length), below(lines.length)];
  [lines[i], lines[j]] = [lines[j]!, lines[i]!];
  return lines.join('\n');
}
