import { absence, NO_TEST, noTest } from './absent.ts';
import { blame } from './blame.ts';
import { linesOf, wholeWords } from './lines.ts';
import { numbered } from './names.ts';
import { awaited, type Blame, type Circumstances, MAX_NAME, type Reader, type Seen } from './reading.ts';
import { stoppedBy } from './stopped.ts';
import { readBun } from './tool/bun.ts';
import { readCargo } from './tool/cargo.ts';
import { readDeno } from './tool/deno.ts';
import { readDotnet } from './tool/dotnet.ts';
import { readGo } from './tool/go.ts';
import { readGradle } from './tool/gradle.ts';
import { readJest } from './tool/jest.ts';
import { readMaven } from './tool/maven.ts';
import { readMocha } from './tool/mocha.ts';
import { readNodeSpec } from './tool/node.ts';
import { readPhpunit } from './tool/phpunit.ts';
import { readPytest } from './tool/pytest.ts';
import { readRspec } from './tool/rspec.ts';
import { readTap } from './tool/tap.ts';
import { readUnittest } from './tool/unittest.ts';
import { readVitest } from './tool/vitest.ts';

const READERS: readonly (readonly [tool: string, read: Reader])[] = [
  ['node:test', readNodeSpec],
  ['tap', readTap],
  ['vitest', readVitest],
  ['jest', readJest],
  ['mocha', readMocha],
  ['bun', readBun],
  ['deno', readDeno],
  ['pytest', readPytest],
  ['unittest', readUnittest],
  ['go', readGo],
  ['cargo', readCargo],
  ['rspec', readRspec],
  ['phpunit', readPhpunit],
  ['dotnet', readDotnet],
  ['maven', readMaven],
  ['gradle', readGradle],
];

/** Everything that an output says, before it is decided what may be concluded from it. */
export interface Sight {
  readonly tool: string | null;
  /** As many as were told, each once. */
  readonly names: readonly string[];
  /** By the programs' own count; null where one gives none. */
  readonly failed: number | null;
  readonly ran: number | null;
  /** Of those, files that passed as a whole. */
  readonly wholeFiles: number;
  readonly broken: string | null;
  readonly absent: string | null;
  /** What the tests need that is not written yet. */
  readonly awaited: string | null;
  readonly stopped: string | null;
  /** More may fail than is named. */
  readonly isPartial: boolean;
}

/** What stands at the start of a line where a script dies, so that source lines beside it do not count. */
const UNCAUGHT = [
  /^(?:\w+\.)*\w*(?:Error|Exception)\b/,
  /^error\b/,
  /^(?:PHP )?(?:Parse|Fatal) error: /,
  /error TS\d/,
  /^TS\d+ \[ERROR\]/,
  /\.go:\d+:\d+: /,
];

/** A command may run several programs one after the other: what each of them says is put together. */
export function look(
  output: string,
  exitCode: number | null,
  { command = '', isCut = false, isPlanned = () => false }: Circumstances = {},
): Sight {
  const { lines, cut } = linesOf(output);
  const seen = READERS.flatMap(([tool, read]) => {
    const found = read(lines);
    return found ? [{ tool, ...found }] : [];
  });
  const names = numbered(seen.flatMap(each => each.names));
  const failed = total(seen, each => each.failed);
  const ran = total(seen, each => each.ran);
  const stray = seen.length === 0 && exitCode !== 0 ? strayErrors(lines) : [];
  const loading = [...seen.flatMap(each => each.loading), ...stray].map(each =>
    reconsidered(each, isPlanned),
  );
  const needed = loading.find(({ kind }) => kind === 'awaited')?.what ?? null;
  const nothingRan = names.length === 0 && (ran ?? 0) === 0 && needed === null;
  const absent = nothingRan ? absenceIn(lines, exitCode) : null;
  return {
    tool: seen.length > 0 ? seen.map(({ tool }) => tool).join(' + ') : null,
    names,
    failed,
    ran,
    wholeFiles: seen.reduce((sum, each) => sum + (each.wholeFiles ?? 0), 0),
    broken: brief(
      loading.find(({ kind }) => kind === 'broken')?.what ??
        absent ??
        (nothingRan ? emptiness(lines, exitCode, ran, seen) : null),
    ),
    absent: brief(absent),
    awaited: brief(needed),
    stopped: exitCode === 0 ? null : brief(stoppedBy(command, lines)),
    isPartial: failed === null ? cut || isCut : names.length < failed,
  };
}

function reconsidered(found: Blame, isPlanned: (module: string) => boolean): Blame {
  const [, module] = (found.kind === 'broken' && MISSING.exec(found.what)) || [];
  return module !== undefined && isPlanned(module) ? awaited(`${module} is not there yet`) : found;
}

/** The words of `blame` for a package, behind the name of the file that needs it. */
const MISSING = /(?:^|: )the package ([\w-]+) is missing$/;

/** Why nothing was even started. */
function absenceIn(lines: readonly string[], exitCode: number | null): string | null {
  const said = exitCode === 0 ? null : absence(lines);
  if (said !== null) return said;
  if (exitCode === 127) return 'the test program is missing';
  return exitCode === 126 ? 'the test program cannot be started' : null;
}

/** Why nothing ran at all, where nothing was said against any one file. */
function emptiness(
  lines: readonly string[],
  exitCode: number | null,
  ran: number | null,
  seen: readonly { readonly tool: string }[],
): string | null {
  const said = exitCode === 0 ? null : noTest(lines);
  if (said !== null) return said;
  return ran === 0 || (seen.some(({ tool }) => tool === 'pytest') && exitCode === 5) ? NO_TEST : null;
}

/** What something died of that is none of the programs above, or one of them before it said a word of its own. */
const strayErrors = (lines: readonly string[]): Blame[] =>
  lines.filter(line => UNCAUGHT.some(pattern => pattern.test(line))).flatMap(line => blame(line) ?? []);

/** The sum; null where no program tells its part, or where one of several does not. */
function total(seen: readonly Seen[], pick: (each: Seen) => number | null): number | null {
  let sum: number | null = null;
  for (const each of seen) {
    const part = pick(each);
    if (part === null) return null;
    sum = (sum ?? 0) + part;
  }
  return sum;
}

const brief = (text: string | null): string | null => (text === null ? null : wholeWords(text, MAX_NAME));
