import type { CheckResult } from '../../event.ts';
import type { FailureCategory } from '../../failure.ts';
import { linesOf } from '../../tests/lines.ts';
import { look } from '../../tests/look.ts';
import { kindOf } from './command-kind.ts';
import { firstSign, type SignRule } from './sign/rule.ts';
import { signOf } from './sign/sign-of.ts';

/** What is read of the end of a check's output, in characters. */
const MAX_TAIL = 20_000;

/**
 * Where a check, or several of them, show signs of more than one thing, the first of these is the cause and the others
 * may well be its consequences: what is not installed cannot be compiled, what does not compile cannot be tested.
 */
const PRECEDENCE: readonly FailureCategory[] = [
  'infra.disk',
  'infra.crash',
  'infra.network',
  'wrong_tech_stack',
  'import',
  'build',
  'schema_mismatch',
  'api_contract_wrong',
  'logic',
  'tests',
  'lint',
];

/** Said at the end of many failures, so it counts only where nothing says more. */
const LAST_WORDS: readonly SignRule[] = [
  [
    'build',
    /^error: could not compile |^ninja: build stopped: |^make: \*\*\* No rule to make target .{1,200}, needed by /,
  ],
  ['logic', /^Node\.js v\d|^Traceback \(most recent call last\):|^Aborted \(core dumped\)/],
];

const BY_OUTCOME: readonly SignRule[] = [
  ['infra.crash', /^ended by SIGKILL$|^exit status 137$/],
  ['logic', /^ended by SIG(?:SEGV|BUS|FPE|ILL|ABRT)$|^exit status (?:132|134|135|136|139)$/],
];

/**
 * What checks failed of, by their commands, their ends and what they printed last; `checks` where that is not known. A
 * check that did not come to its end, or that passed although it was to fail, says nothing.
 */
export function categoryOfChecks(results: readonly CheckResult[]): FailureCategory {
  const found = new Set(results.filter(({ passed }) => !passed).map(categoryOf));
  return first(found) ?? 'checks';
}

function categoryOf({ command, outcome, tail, verdict }: CheckResult): FailureCategory | null {
  if (verdict === 'premature' || !/^(?:exit status \d+|ended by )/.test(outcome)) return null;
  const text = tail.slice(-MAX_TAIL);
  const { lines } = linesOf(text);
  const signs = new Set(lines.map((line, at) => signOf(line, lines[at + 1] ?? '')));
  if (first(signs) === null) signs.add(lastWord(lines));
  const { names, failed, ran } = look(text, exitCode(outcome));
  if ((failed ?? 0) > 0 || (names.length > 0 && ran !== 0)) signs.add('tests');
  // Where tests ran there is a project: it is a test that prints such words.
  if ((ran ?? 0) > 0) signs.delete('wrong_tech_stack');
  return first(signs) ?? firstSign(BY_OUTCOME, outcome) ?? kindOf(command);
}

/**
 * What a developer's own words about its failure name, by the errors that it quotes; null where they name nothing. That
 * something around the work is at fault, and no attempt is to be spent on it, is not for a developer to say.
 */
export function categoryOfWords(words: string): FailureCategory | null {
  const { lines } = linesOf(words.slice(-MAX_TAIL));
  const found = first(new Set(lines.map((line, at) => signOf(line, lines[at + 1] ?? ''))));
  return found?.startsWith('infra.') ? null : found;
}

const first = (found: ReadonlySet<FailureCategory | null>): FailureCategory | null =>
  PRECEDENCE.find(category => found.has(category)) ?? null;

const lastWord = (lines: readonly string[]): FailureCategory | null =>
  first(new Set(lines.map(line => firstSign(LAST_WORDS, line.trim()))));

const exitCode = (outcome: string): number | null => {
  const [, code] = /^exit status (\d+)$/.exec(outcome) ?? [];
  return code === undefined ? null : Number(code);
};
