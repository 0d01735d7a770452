/**
 * Traces the requirements to the tests that cite them: `npm run conformance`, after `npm test`.
 *
 *     node scripts/conformance.ts [--strict] [--results FILE] [--root DIR]
 *
 * Reads `docs/requirements.tsv` and vitest's results, writes `docs/CONFORMANCE.md`. Ends with 1 if a citing test
 * fails, if a title cites an unknown id or, with --strict, if a requirement has no passing test; with 2 if there
 * is nothing to judge by.
 */
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { renderDocument, renderSummary } from './conformance/report.ts';
import { parseRequirements } from './conformance/requirements.ts';
import { parseResults } from './conformance/results.ts';
import { isBreached, trace } from './conformance/trace.ts';

const USAGE = 'Usage: conformance [--strict] [--results FILE] [--root DIR]';

process.exitCode = main(process.argv.slice(2));

function main(args: string[]): number {
  const options = readOptions(args);
  if (options === null || !existsSync(options.root)) return refuse(USAGE);
  const root = realpathSync(options.root);
  const resultsFile = options.results ?? join(root, '.cache/test-results.json');

  const list = readText(join(root, 'docs/requirements.tsv'));
  if (list === null) return refuse('docs/requirements.tsv is missing.');
  const { requirements, problems } = parseRequirements(list);
  if (problems.length > 0) return refuse(`docs/requirements.tsv: ${problems.join('; ')}.`);

  const json = readText(resultsFile);
  if (json === null) return refuse(`There are no test results at ${resultsFile}. Run \`npm test\` first.`);
  const results = parseResults(json, root);
  if (results === null) return refuse(`${resultsFile} does not hold test results. Run \`npm test\` again.`);

  const traced = trace(requirements, results.tests);
  writeFileSync(join(root, 'docs/CONFORMANCE.md'), renderDocument(traced));
  console.log(renderSummary(traced, results.brokenFiles));
  return isBreached(traced, options.strict) ? 1 : 0;
}

interface Options {
  readonly root: string;
  readonly results: string | null;
  readonly strict: boolean;
}

function readOptions(args: string[]): Options | null {
  const options = {
    strict: { type: 'boolean' },
    results: { type: 'string' },
    root: { type: 'string' },
  } as const;
  try {
    const { strict = false, results, root } = parseArgs({ args, options }).values;
    return {
      root: root === undefined ? join(import.meta.dirname, '..') : resolve(root),
      results: results === undefined ? null : resolve(results),
      strict,
    };
  } catch {
    return null;
  }
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
