import { counted, grouped } from '../../base/counted.ts';
import { globSet, literalPath } from '../../base/glob.ts';
import type { Phase, Plan } from '../../plan/model.ts';
import type { FileChange, Finding, GateSettings, Inspection } from '../gates.ts';
import { finding, named } from './finding.ts';
import { pathsIn } from './plan-words.ts';

/** Files that changed although the phase says what it touches and does not name them. */
export function scopeFindings(
  phase: Phase,
  plan: Plan,
  { scope }: GateSettings,
  inspection: Inspection,
): readonly Finding[] {
  const declared = declaredFiles(phase);
  const meant = declared.length > 0 ? declared : pathsIn(phase);
  if (meant.length === 0 || scope.outside === 'ignore') return [];
  const isInside = globSet([...scope.allow, ...meant, ...phase.deliverables, ...plan.files]);
  const outside = namesOf(inspection.files).filter(path => !isInside(path));
  if (outside.length === 0) return [];
  const count = counted(outside.length, 'changed file is', 'changed files are');
  const message = `${count} outside of what the phase ${declared.length > 0 ? 'declares' : 'speaks of'}: ${named(outside)}`;
  // What was only gathered from the text is good for a hint to the reviewer, not for a judgement.
  return [finding('scope', declared.length > 0 ? scope.outside : 'warn', message, outside)];
}

/** Files that no phase changes in passing. One that names such a file says that it means to. */
export function protectedFindings(
  phase: Phase,
  { scope }: GateSettings,
  inspection: Inspection,
): readonly Finding[] {
  const isProtected = protectedBy(scope.protect);
  const meant = new Set(declaredPaths(phase).map(literalPath));
  const touched = namesOf(inspection.files).filter(
    path => isProtected(path) && !meant.has(literalPath(path)),
  );
  const findings: Finding[] = [];
  if (touched.length > 0) {
    const count = counted(touched.length, 'protected file was', 'protected files were');
    findings.push(
      finding(
        'protected',
        scope.protected,
        `${count} changed without being declared: ${named(touched)}`,
        touched,
      ),
    );
  }
  const { changed, files } = inspection;
  if (changed > files.length && scope.protect.length > 0) {
    const message = `${grouped(changed)} files changed, too many to look at: only ${grouped(files.length)} were compared with the protected ones`;
    findings.push(finding('protected', 'ask', message, []));
  }
  return findings;
}

/** Paths and patterns of which the phase says that it changes or makes them. */
export const declaredPaths = (phase: Phase): readonly string[] => [
  ...declaredFiles(phase),
  ...phase.deliverables,
];

/** What the phase itself and its subtasks say they touch. */
const declaredFiles = (phase: Phase): readonly string[] => [
  ...phase.files,
  ...phase.subtasks.flatMap(subtask => subtask.files),
];

/** A renamed file counts with both its names. */
const namesOf = (files: readonly FileChange[]): readonly string[] =>
  files.flatMap(({ path, from }) => (from === null || from === path ? [path] : [from, path]));

/** The settings of a run are the same for all of its attempts. */
const known = new WeakMap<readonly string[], (path: string) => boolean>();

function protectedBy(patterns: readonly string[]): (path: string) => boolean {
  const made = known.get(patterns) ?? globSet(patterns);
  known.set(patterns, made);
  return made;
}
