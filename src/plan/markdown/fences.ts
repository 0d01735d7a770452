/** A code fence that holds fences of the same length, so that markdown closes it too early. */
export interface NestedFence {
  readonly line: number;
  readonly endLine: number;
}

const FENCE = /^\s{0,9}(?:[-*+>]\s+|\d{1,3}[.)]\s+)?(`{3,20}|~{3,20})\s*([^`\s]?[^`]{0,80})$/;

/**
 * Supposes that a fence with an info string inside an open fence opens an inner one, and lengthens the outer fences so
 * that markdown reads them as their author meant. Line numbers stay the same. Only a guess: the caller keeps it if the
 * document makes more sense that way. Null where no fence holds another.
 */
export function lengthenFences(text: string): { text: string; fences: NestedFence[] } | null {
  const lines = text.split('\n');
  const fences: NestedFence[] = [];
  let outer: { line: number; mark: string; longest: number } | null = null;
  let depth = 0;
  let nested = false;
  lines.forEach((line, i) => {
    const match = FENCE.exec(line.length > 200 ? '' : line.trimEnd());
    if (!match) return;
    const [, mark = '', info = ''] = match;
    if (!outer) {
      outer = { line: i, mark, longest: mark.length };
      return;
    }
    if (mark.charAt(0) !== outer.mark.charAt(0) || mark.length < outer.mark.length) return;
    outer.longest = Math.max(outer.longest, mark.length);
    if (info !== '') {
      depth += 1;
      nested = true;
    } else if (depth > 0) depth -= 1;
    else {
      if (nested) {
        const longer = outer.mark.charAt(0).repeat(outer.longest + 1);
        for (const at of [outer.line, i]) lines[at] = lines[at]!.replace(/[`~]{3,20}/, longer);
        fences.push({ line: outer.line + 1, endLine: i + 1 });
      }
      outer = null;
      nested = false;
    }
  });
  return fences.length > 0 ? { text: lines.join('\n'), fences } : null;
}
