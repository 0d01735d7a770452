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

export const tooManyEdges = (): Finding => ({
  severity: 'error',
  code: 'too-large',
  message: `the plan states more than ${LIMITS.edges} dependencies`,
  line: 0,
  hint: 'Depend on the last phase of a chain instead of on every phase in it.',
});
