import type { FailureCategory } from '../../../failure.ts';

/** The name of an error at the beginning of a statement, as most languages print it. */
const CLASS =
  /^(?:error: |Caused by: |PHP Fatal error: {1,2})?(?:Uncaught |Unhandled exception\. )?(?:\(in promise\) )?(?:Exception in thread "[^"]*" )?(?:[\w$]+(?:\.|::|\\))*(\w*(?:Error|Exception|Failure|NotMet))\b(?: \[\w+\])?(?: ?:| at \w|$)/;

const ASSERTION = /Assert|Expectation|ComparisonFailure|TestingLibrary|MultipleFailures/;
const LOADING = /^(?:ImportError|ModuleNotFoundError|LoadError|ClassNotFoundException|NoClassDefFoundError)$/;
const SYNTAX =
  /^(?:Syntax|Indentation|Tab|Parse|Compile|Compilation|Transform|Rollup|Build|ModuleParse)Error$/;
/** Said of many things, or of what is around the program rather than of its code. */
const VAGUE =
  /^(?:(?:Error|Exception|Failure)$|Timeout|Connect|Operational|Database|Network|Fetch|CalledProcess|Command|Usage|Mojo|Gradle|TaskExecution)|Connection|BuildException$/;

/** What the class of an error says, where it is told: a test's own, one of loading, of syntax, or of the program. */
export function errorSign(statement: string): FailureCategory | null {
  const [beginning = '', name] = CLASS.exec(statement) ?? [];
  if (name === undefined) return null;
  if (ASSERTION.test(name)) return 'tests';
  // That of unittest only wraps what the file really failed of.
  if (LOADING.test(name)) return statement.includes(': Failed to import test module') ? null : 'import';
  if (SYNTAX.test(name)) return / JSON\b/.test(statement) ? 'logic' : 'build';
  if (name === 'Error' && statement.startsWith(' Call to ', beginning.length)) return 'logic';
  return VAGUE.test(name) ? null : 'logic';
}
