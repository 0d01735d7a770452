import { posix } from 'node:path';
import { onSyntax, requests } from './syntax.ts';
import type { Rule } from './violation.ts';

/** The rooms of `src`, from the bottom up. */
const ROOMS = [
  'base',
  'config',
  'plan',
  'run',
  'prompt',
  'view',
  'agent',
  'git',
  'store',
  'engine',
  'distributed',
  'tracker',
  'server',
  'cli',
];

/** The two files that stand above all rooms: the library's surface and the program, which may use it. */
const ROOFS = ['index.ts', 'bin.ts'];
const LEVELS = [...ROOMS, ...ROOFS];

/** A file may import only from its own room and the rooms below it. */
export const importsPointDown: Rule = onSyntax(source => {
  const own = levelOf(source.path);
  if (own < 0) {
    const message = `stands in no known room; the rooms of src are ${ROOMS.join(', ')}`;
    return [source.at(source.program, message)];
  }
  return requests(source).flatMap(({ node, specifier }) => {
    const target = specifier === null ? null : targetOf(source.path, specifier);
    if (target === null) return [];
    const level = levelOf(target);
    if (level < 0) return [source.at(node, `imports ${specifier}, which is in no room of src`)];
    if (level <= own) return [];
    return [source.at(node, `imports ${specifier}: ${LEVELS[own]} is below ${LEVELS[level]}`)];
  });
});

/** -1 for what is in no room. */
function levelOf(path: string): number {
  const [top, place = ''] = path.split('/');
  return top === 'src' ? LEVELS.indexOf(place) : -1;
}

/** The file of this repository that a specifier means, or null for a package or a builtin. */
function targetOf(from: string, specifier: string): string | null {
  if (specifier === 'phasewright') return 'src/index.ts';
  if (/^(?:\/|#|file:|phasewright\/)/.test(specifier)) return specifier;
  return /^\.\.?(?:\/|$)/.test(specifier) ? posix.join(posix.dirname(from), specifier) : null;
}
