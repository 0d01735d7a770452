import { globSet, literalPath } from '../../../base/glob.ts';
import type { FileChange, Inspection } from '../../gates.ts';
import { shown } from '../finding.ts';
import { type ChangedLines, isCut } from '../patch.ts';
import { filesNamedBy, makeTargetsOf } from './command.ts';
import { CHECK_CONFIGS, type CheckConfig } from './table.ts';

/** Changed files that steer the same programs in the same way. */
export interface SteeringFiles {
  readonly programs: string;
  readonly effect: string;
  readonly files: readonly FileChange[];
  /** What may well be something else is only told. */
  readonly isHint: boolean;
}

/** The changed files that steer checks. A file counts once, for the first kind that it is of. */
export function steeringFiles(
  { files }: Inspection,
  patches: readonly ChangedLines[],
  checks: readonly string[],
  isTestName: (path: string) => boolean,
): readonly SteeringFiles[] {
  const lines = new Map(patches.map(patch => [patch.path, patch]));
  const kinds = [
    ...checks.flatMap(check => namedKind(check, isTestName)),
    ...KINDS,
    ...checks.flatMap(check => shadowKinds(check, files)),
  ];
  const found = new Map<Kind, FileChange[]>();
  for (const file of files) {
    const kind = kinds.find(each => each.covers(file, lines.get(file.path), checks));
    if (kind) found.set(kind, [...(found.get(kind) ?? []), file]);
  }
  return [...found].map(([{ programs, effect, isHint }, those]) => ({
    programs,
    effect,
    isHint,
    files: those,
  }));
}

interface Kind {
  readonly programs: string;
  readonly effect: string;
  readonly isHint: boolean;
  readonly covers: (file: FileChange, lines: ChangedLines | undefined, checks: readonly string[]) => boolean;
}

const KINDS: readonly Kind[] = CHECK_CONFIGS.map(config => {
  const matches = globSet(config.files.map(anywhere));
  return {
    programs: config.programs,
    effect: config.effect,
    isHint: false,
    covers: (file, lines, checks) =>
      config.isNew
        ? isArrived(file) && matches(file.path)
        : (matches(file.path) || (file.from !== null && matches(file.from))) &&
          changesParts(config, file, lines, checks),
  };
});

function anywhere(glob: string): string {
  return glob.startsWith('/') ? glob : `**/${glob}`;
}

/** Whether a file is of a kind that the table has. */
export const isCheckConfig: (path: string) => boolean = globSet(
  CHECK_CONFIGS.flatMap(({ files }) => files.map(anywhere)),
);

const steersInParts: (path: string) => boolean = globSet(
  CHECK_CONFIGS.filter(({ parts }) => parts !== undefined).flatMap(({ files }) => files.map(anywhere)),
);

/** No program can be written in it. */
const SETTINGS_ONLY = /(?:\.(?:jsonc?|toml|cfg|mod|(?:cs|fs|vb)proj)|(?:^|\/)pom\.xml)$/;

/** What could not be read in full counts as changed. */
function changesParts(
  { parts }: CheckConfig,
  file: FileChange,
  lines: ChangedLines | undefined,
  checks: readonly string[],
): boolean {
  const isAnother = file.status === 'renamed' || file.status === 'type_changed';
  const hasLines = file.binary || file.added + file.deleted > 0;
  if (isAnother || (!lines && (hasLines || !parts))) return true;
  const changed = [...(lines?.added ?? []), ...(lines?.removed ?? [])];
  if (!parts) return changed.length === 0 || changed.some(line => !isRemark(line, file.path));
  if (!lines) return false;
  if (changed.some(isCut)) return true;
  const balance = new Map<string, number>();
  const count = (side: readonly string[], step: number): void => {
    for (const part of side.flatMap(line => parts(line, checks)))
      balance.set(part, (balance.get(part) ?? 0) + step);
  };
  count(lines.added, 1);
  count(lines.removed, -1);
  return [...balance.values()].some(sum => sum !== 0);
}

/**
 * Blank, or a comment beyond doubt: one that neither takes in the next line nor says how the file is to be read, in a
 * language that has no other use for it. Behind a tab it belongs to a recipe, in which make looks for variables.
 */
function isRemark(line: string, path: string): boolean {
  if (line.trim() === '') return true;
  const [sign] = REMARKS.find(([, names]) => names.test(path)) ?? [];
  return sign?.test(line) === true && !line.endsWith('\\') && !/coding[:=]/.test(line);
}

const REMARKS: readonly (readonly [sign: RegExp, names: RegExp])[] = [
  [/^ *\/\//, /\.(?:[cm]?[jt]sx?|gradle|kts|go|rs)"?$/],
  [/^ *#(?!!)/, /[Mm]akefile"?$|\.(?:mk|py|sh|bash|toml|ini|cfg)"?$/],
];

/**
 * What a check's own command names. Tests by their name are looked at as tests. What only holds settings and is known to
 * steer by some of them does no more where it is named, as by `tsc -p tsconfig.json`.
 */
function namedKind(check: string, isTestName: (path: string) => boolean): readonly Kind[] {
  const names = new Set(filesNamedBy(check).map(literalPath));
  if (names.size === 0) return [];
  const isNamed = (path: string): boolean =>
    names.has(literalPath(path)) && !isTestName(path) && !(SETTINGS_ONLY.test(path) && steersInParts(path));
  return [
    {
      programs: `the check \`${shown(check)}\``,
      effect: 'make the check run something else, or end with 0 whatever fails',
      isHint: false,
      covers: ({ path, from }) => isNamed(path) || (from !== null && isNamed(from)),
    },
  ];
}

/** What make takes for the result of a target. A folder that has other changes in it was there before. */
function shadowKinds(check: string, files: readonly FileChange[]): readonly Kind[] {
  const targets = new Set(makeTargetsOf(check));
  if (targets.size === 0) return [];
  const old = new Set(files.filter(file => !isArrived(file)).map(({ path }) => topOf(path, targets)));
  const kind = { programs: `\`${shown(check)}\``, effect: SHADOW };
  return [
    { ...kind, isHint: false, covers: file => isArrived(file) && targets.has(literalPath(file.path)) },
    {
      ...kind,
      isHint: true,
      covers: file => {
        const top = isArrived(file) ? topOf(file.path, targets) : null;
        return top !== null && !old.has(top);
      },
    },
  ];
}

const SHADOW =
  'stand for the target of that name, so that make has nothing to do, unless the target is phony';

/** The target that is called like a folder around the file. */
function topOf(path: string, targets: ReadonlySet<string>): string | null {
  const plain = literalPath(path);
  return [...targets].find(target => plain.startsWith(`${target}/`)) ?? null;
}

const isArrived = ({ status }: FileChange): boolean => status === 'added' || status === 'renamed';
