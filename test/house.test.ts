import { describe, expect, it } from 'vitest';
import { codeIn, repositoryTexts } from './house/files.ts';
import { importsPointDown } from './house/imports.ts';
import { namesSaySomething } from './house/names.ts';
import { pureRoomsStayPure } from './house/purity.ts';
import { FILE_LINES, FUNCTION_LINES, filesAreShort, functionsAreShort } from './house/size.ts';
import { lockHasNoAddresses, namesNoMachinePath, namesNoRegistry } from './house/texts.ts';
import { printed, type Rule } from './house/violation.ts';

const sources = codeIn('src');
const allCode = codeIn('src', 'bench', 'scripts', 'test');
const texts = repositoryTexts();

describe('the repository', () => {
  const keeps = (title: string, rule: Rule, files: typeof sources) =>
    it(title, () => {
      const violations = files.flatMap(({ path, text }) => rule(path, text));
      if (violations.length > 0) expect.fail(`${violations.length} violations\n${printed(violations)}`);
    });

  it('has sources to look at', () => expect(sources.length).toBeGreaterThan(0));
  keeps('imports only from the same room or from rooms below', importsPointDown, sources);
  keeps('keeps clock, chance and the outside world out of its pure rooms', pureRoomsStayPure, sources);
  keeps(`has no file of more than ${FILE_LINES} lines`, filesAreShort, allCode);
  keeps(`has no function of more than ${FUNCTION_LINES} lines`, functionsAreShort, sources);
  keeps('has no empty names', namesSaySomething, sources);

  describe.skipIf(texts === null)('as git sees it', () => {
    keeps('names no package registry', namesNoRegistry, texts ?? []);
    keeps('locks packages without their addresses', lockHasNoAddresses, texts ?? []);
    keeps('holds no path of the machine it was made on', namesNoMachinePath, texts ?? []);
  });
});

/** A sample breaks its rule at these lines and nowhere else; each line comes with a part of the message. */
type Sample = readonly [path: string, text: string, ...broken: (readonly [line: number, part: string])[]];

function check(title: string, rule: Rule, samples: readonly Sample[]): void {
  describe(title, () => {
    for (const [index, [path, text, ...broken]] of samples.entries()) {
      it(`${broken.length > 0 ? 'objects to' : 'accepts'} sample ${index + 1}, ${path}`, () => {
        const found = rule(path, text);
        expect(found.map(({ line }) => line)).toEqual(broken.map(([line]) => line));
        for (const [at, [, part]] of broken.entries()) expect(found[at]?.message).toContain(part);
      });
    }
  });
}

check('the rule on imports', importsPointDown, [
  ['src/plan/parse.ts', `import { x } from '../base/x.ts';\nimport './model.ts';\nimport { z } from 'zod';`],
  ['src/index.ts', `export * from './cli/main.ts';`],
  ['src/bin.ts', `import { run } from './index.ts';\nimport { main } from './cli/main.ts';`],
  ['src/cli/load.ts', `export const load = (name: string) => import(name);`],
  ['src/plan/a.ts', `\nimport { x } from '../run/x.ts';`, [2, 'plan is below run']],
  ['src/plan/a.ts', `import type { X } from '../run/x.ts';`, [1, 'plan is below run']],
  ['src/plan/deep/a.ts', `export { x } from '../../view/x.ts';`, [1, 'plan is below view']],
  [
    'src/git/a.ts',
    `export * from '../store/x.ts';\nexport type * from '../cli/x.ts';`,
    [1, 'store'],
    [2, 'cli'],
  ],
  ['src/run/a.ts', `const x = () => import('../engine/x.ts');`, [1, 'run is below engine']],
  ['src/run/a.ts', 'const x = () => import(`../engine/x.ts`);', [1, 'run is below engine']],
  ['src/run/a.ts', `type X = import('../engine/x.ts').X;`, [1, 'run is below engine']],
  ['src/run/a.ts', `import x = require('../engine/x.ts');`, [1, 'run is below engine']],
  ['src/cli/a.ts', `import { x } from '../index.ts';`, [1, 'cli is below index.ts']],
  ['src/cli/a.ts', `import { x } from 'phasewright';`, [1, 'cli is below index.ts']],
  ['src/cli/a.ts', `import { x } from '../../test/x.ts';`, [1, 'in no room']],
  ['src/cli/a.ts', `import { x } from '../misc/x.ts';`, [1, 'in no room']],
  ['src/cli/a.ts', `import { x } from '#store';`, [1, 'in no room']],
  ['src/misc/a.ts', `export const x = 1;`, [1, 'stands in no known room']],
  ['src/extra.ts', `export const x = 1;`, [1, 'stands in no known room']],
  ['src/plan/a.ts', `export const = 1;`, [1, 'cannot be parsed']],
]);

check('the rule on pure rooms', pureRoomsStayPure, [
  ['src/engine/a.ts', `import 'node:fs';\nDate.now(); Math.random(); process.exit();`],
  ['src/run/a.ts', `const at = new Date(event.at);\nDate.UTC(2000, 1); x instanceof Date; Math.max(1, 2);`],
  [
    'src/run/a.ts',
    `const f = (at: Date, w: Worker): typeof fetch => at.process.console({ fetch: 1, process: w });`,
  ],
  [
    'src/run/a.ts',
    `interface Worker { process: string; fetch(): void }\nclass A { console = 1; crypto() {} }`,
  ],
  ['src/run/a.ts', `import { fetch } from '../base/x.ts';\nexport const process = fetch();\nprocess.go();`],
  ['src/run/a.ts', `import type { Worker } from './x.ts';\nexport { crypto } from './y.ts';`],
  ['src/run/a.ts', `process: for (;;) break process;\ntype Console = { [global: string]: Worker };`],
  ['src/run/a.ts', `const a = Date.now();\nconst b = Date['now']();`, [1, 'Date.now'], [2, 'Date.now']],
  [
    'src/run/a.ts',
    `const a = new Date();\nconst b = new Date;\nDate();`,
    [1, 'clock'],
    [2, 'clock'],
    [3, 'clock'],
  ],
  ['src/run/a.ts', `const clock = Date;\nconst { now } = Date;`, [1, 'clock'], [2, 'clock']],
  ['src/plan/a.ts', `performance.now();\nprocess.hrtime();`, [1, 'performance.now'], [2, 'process.hrtime']],
  [
    'src/view/a.ts',
    `setTimeout(f);\nsetInterval(f);\nsetImmediate(f);`,
    [1, 'clock'],
    [2, 'clock'],
    [3, 'clock'],
  ],
  ['src/view/a.ts', `AbortSignal.timeout(5);`, [1, 'AbortSignal.timeout']],
  ['src/prompt/a.ts', `Math.random();\nconst { random } = Math;`, [1, 'Math.random'], [2, 'randomness']],
  ['src/prompt/a.ts', `crypto.getRandomValues(x);\nrandomUUID();`, [1, 'randomness'], [2, 'randomness']],
  ['src/view/a.ts', `import { join } from 'node:path';\nimport 'fs';`, [1, 'node:path'], [2, 'imports fs']],
  ['src/view/a.ts', `import type { Readable } from 'node:stream';`, [1, 'node:stream']],
  ['src/view/a.ts', `export const f = (name: string) => import(name);`, [1, 'computed module']],
  ['src/view/a.ts', `x[process];\nconst y = { console };`, [1, 'process'], [2, 'console']],
  ['src/view/a.ts', `globalThis.process.exit();`, [1, 'globalThis.process']],
  [
    'src/view/a.ts',
    `fetch(x);\nnew WebSocket(x);\nnew Worker(x);`,
    [1, 'fetch'],
    [2, 'WebSocket'],
    [3, 'Worker'],
  ],
  ['src/view/a.ts', `console.log(import.meta.dirname);`, [1, 'console.log'], [1, 'import.meta']],
]);

const lines = (count: number) => 'a;\n'.repeat(count);
const body = (count: number) => `{\n${lines(count - 2)}}`;

check('the rule on the length of files', filesAreShort, [
  ['src/plan/a.ts', lines(FILE_LINES)],
  ['src/plan/a.ts', lines(FILE_LINES).trimEnd()],
  ['src/plan/a.ts', lines(FILE_LINES + 1), [FILE_LINES + 1, `${FILE_LINES + 1} lines`]],
]);

check('the rule on the length of functions', functionsAreShort, [
  ['src/plan/a.ts', `function f() ${body(FUNCTION_LINES)}\n${lines(100)}`],
  [
    'src/plan/a.ts',
    `\nexport function long() ${body(FUNCTION_LINES + 1)}`,
    [2, 'function long has 71 lines'],
  ],
  ['src/plan/a.ts', `const long = async () => ${body(FUNCTION_LINES + 1)}`, [1, 'function long']],
  ['src/plan/a.ts', `f(function () ${body(FUNCTION_LINES + 1)})`, [1, 'without a name']],
  ['src/plan/a.ts', `class A {\n  long() ${body(FUNCTION_LINES + 1)}\n}`, [2, 'function long']],
  ['src/plan/a.ts', `const a = { get long() ${body(FUNCTION_LINES + 1)} }`, [1, 'function long']],
]);

check('the rule on names', namesSaySomething, [
  [
    'src/git/worktree.ts',
    `const packageManager = 'npm';\nfunction serviceName() {}\ninterface Microservice {}`,
  ],
  ['src/git/a.ts', `class RunManager {}\ninterface X {}`, [1, 'class RunManager']],
  [
    'src/git/a.ts',
    `export type AgentFactory = 1;\ninterface AgentService {}`,
    [1, 'type Agent'],
    [2, 'type Agent'],
  ],
  [
    'src/git/a.ts',
    `function gitHelper() {}\nconst git_helpers = () => 1;`,
    [1, 'gitHelper'],
    [2, 'git_helpers'],
  ],
  ['src/git/a.ts', `const x = { gitUtils() {} };\nclass A { #util() {} }`, [1, 'gitUtils'], [2, 'util']],
  ['src/git/git-utils.ts', `export const x = 1;`, [1, '"git-utils"']],
  ['src/git/helpers/x.ts', `export const x = 1;`, [1, '"helpers"']],
]);

/** The samples are put together here, for this file too must keep the rules. */
const path = (...parts: string[]) => ['', ...parts, ''].join('/');
const host = (...parts: string[]) => parts.join('.');

check('the rule on registries', namesNoRegistry, [
  ['README.md', 'Install it from npm on debian, see https://example.com.'],
  ['README.md', `\nhttps://${host('registry', 'npmjs', 'org')}/x`, [2, 'registry host']],
  ['.ci/Dockerfile', `deb http://${host('deb', 'debian', 'org')}/debian stable`, [1, 'registry host']],
]);

check('the rule on the lock file', lockHasNoAddresses, [
  ['package-lock.json', '{ "node_modules/x": { "version": "1.0.0", "integrity": "sha512-x" } }'],
  ['test/fixtures/package-lock.json', '{ "resolved": "https://example.com/x.tgz" }'],
  ['package-lock.json', '{\n "resolved": "https://example.com/x.tgz" }', [2, 'address of a package']],
]);

check('the rule on machine paths', namesNoMachinePath, [
  ['src/plan/a.ts', `'src/work/x' './work/x' '~/work/x' 'https://example.com/home/x' '/tmp/x'`],
  ['test/fixtures/plan.md', `Edit ${path('home', 'ada')}x.ts and ${path('Users', 'ada')}x.ts`],
  ['test/fixtures/plan.md', `Edit ${path('work', 'main')}x.ts`, [1, 'of one machine']],
  [
    'docs/a.md',
    `\n\`${path('work', 'main')}\` ${path('root')}x`,
    [2, 'of one machine'],
    [2, 'of one machine'],
  ],
  [
    'docs/a.md',
    `see file://${path('home', 'ada')}x\nor ${path('Users')}`,
    [1, 'one machine'],
    [2, 'one machine'],
  ],
]);
