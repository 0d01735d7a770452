import { LIMITS } from '../limits.ts';
import type { Finding } from '../recognise/draft.ts';

/** Findings that plans of every format can have. */
export const outsidePath = (path: string, line: number): Finding => ({
  severity: 'warning',
  code: 'outside-path',
  message: `"${path.slice(0, 80)}" lies outside the repository and is left out`,
  line,
  hint: 'Write paths relative to the top of the repository.',
});

export const selfDependency = (id: string, line: number): Finding => ({
  severity: 'error',
  code: 'self-dependency',
  message: `"${id}" depends on itself`,
  line,
  hint: 'Remove its own id from its dependencies.',
});

/** `bearers` are the units with the name, of which there are two or more. */
export const ambiguousDependency = (
  id: string,
  name: string,
  line: number,
  bearers: readonly { readonly line: number }[],
): Finding => ({
  severity: 'error',
  code: 'ambiguous-dependency',
  message: `"${id}" names "${name.slice(0, 80)}", an id that ${bearers.length} units have (${linesOf(bearers)})`,
  line,
  hint: 'Number them differently, so that each can be named.',
});

const BEARERS_TOLD = 5;

function linesOf(bearers: readonly { readonly line: number }[]): string {
  const lines = [...new Set(bearers.slice(0, BEARERS_TOLD).map(({ line }) => line))];
  const more = bearers.length > BEARERS_TOLD ? ' and others' : '';
  return `${lines.length > 1 || more ? 'lines' : 'line'} ${lines.join(', ')}${more}`;
}

export const tooManyEdges = (): Finding => ({
  severity: 'error',
  code: 'too-large',
  message: `the plan states more than ${LIMITS.edges} dependencies`,
  line: 0,
  hint: 'Depend on the last phase of a chain instead of on every phase in it.',
});
