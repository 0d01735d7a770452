/** How the program ended, and what it said. */
export interface RunEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly hung: boolean;
  /** Command lines of processes that were left. */
  readonly leaked: readonly string[];
}

const STACK = /internal error|^\s+at .+:\d+:\d+|Unhandled|Warning:/m;
const LAST_CHARACTERS = 400;

/** The run came to an end as documented: completed, or waiting for a person. */
export function judgeEnd({ code, err, out, hung, leaked }: RunEnd, mayHalt: boolean): string[] {
  const expected = mayHalt ? [0, 1, 3] : [0, 3];
  const stack = STACK.exec(err);
  return [
    ...(hung ? ['end: the run hangs'] : []),
    ...(!hung && !expected.includes(code ?? -1) ? [`end: exit code ${code}: ${lastWords(err || out)}`] : []),
    ...(stack
      ? [
          `end: printed a stack or an internal error: ${err.slice(stack.index, stack.index + LAST_CHARACTERS)}`,
        ]
      : []),
    ...leaked.map(command => `end: left a process: ${command}`),
  ];
}

const lastWords = (text: string): string => text.trim().slice(-LAST_CHARACTERS).replaceAll('\n', ' | ');
