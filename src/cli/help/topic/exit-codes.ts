import { EXIT_CODES } from '../exit-codes.ts';

/** How commands end, with what to do about each. */
export const exitCodesText = (): string => `How a command ended, for scripts.

${EXIT_CODES.map(
  ({ code, meaning, next }) => `  ${String(code).padEnd(4)} ${meaning}\n${indented(next)}\n`,
).join('\n')}
In a script:
  phasewright run plan.md --agent claude --yes --no-wait --branch work
  case $? in
    0) git merge work ;;
    3) phasewright status last ;;
    *) phasewright why last ;;
  esac

With --json, events or objects are printed as lines of JSON on standard output.
What is for people goes to standard error.
`;

/** Broken where a line would be longer than a narrow terminal. */
const indented = (text: string): string =>
  (text.match(/.{1,70}(?: |$)/g) ?? []).map(line => `       ${line.trimEnd()}`).join('\n');
