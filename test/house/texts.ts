import { lineAt, type Rule } from './violation.ts';

/** Where a plan is quoted as people wrote it, their home directories may stand. A folder ends in a slash. */
const MAY_QUOTE_HOMES = ['test/fixtures/'];

const REGISTRIES = /\b(?:[\w-]+\.)*(?:npmjs|yarnpkg|debian)\.(?:com|org|net)\b/gi;
const RESOLVED = /"resolved"\s*:\s*"[a-z+]+:/g;
/** Not after a word or a dot: `https://host/work/`, `src/work/` and `./work/` are no paths of a machine. */
const MACHINE = /(?<![\w.~}*-])\/(?:work|root)\//g;
const HOMES = /(?<![\w.~}*-])\/(?:home|Users)\//g;

export const namesNoRegistry: Rule = each(REGISTRIES, found => `names the registry host ${found}`);

export const lockHasNoAddresses: Rule = (path, text) =>
  path === 'package-lock.json'
    ? each(RESOLVED, () => 'the lock file holds the address of a package')(path, text)
    : [];

export const namesNoMachinePath: Rule = (path, text) => {
  const quotes = MAY_QUOTE_HOMES.some(allowed =>
    allowed.endsWith('/') ? path.startsWith(allowed) : path === allowed,
  );
  const message = (found: string) => `holds the path ${found} of one machine`;
  return [...each(MACHINE, message)(path, text), ...(quotes ? [] : each(HOMES, message)(path, text))];
};

function each(pattern: RegExp, message: (found: string) => string): Rule {
  return (path, text) =>
    [...text.matchAll(pattern)].map(match => ({
      path,
      line: lineAt(text, match.index),
      message: message(match[0]),
    }));
}
