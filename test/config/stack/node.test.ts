import { check } from './check.ts';

const manifest = (value: unknown) => JSON.stringify(value, null, 2);

check('Node', [
  [
    'a Next.js application under pnpm',
    {
      'package.json': manifest({
        name: 'shop',
        private: true,
        packageManager: 'pnpm@9.12.3+sha512.cce0f9de9c5a7c95bef944169cc5dfe8741abfb145078c0d508b868056848a87',
        scripts: { dev: 'next dev', build: 'next build', lint: 'eslint .', test: 'vitest run' },
        dependencies: { next: '15.1.0', react: '19.0.0', 'react-dom': '19.0.0' },
        devDependencies: { typescript: '^5.7.2', vitest: '^2.1.8', '@playwright/test': '^1.49.0' },
      }),
      'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
      'tsconfig.json': '{}',
      'next.config.ts': 'export default {}',
    },
    {
      language: 'TypeScript',
      framework: 'Next.js',
      packageManager: 'pnpm',
      testCommand: 'pnpm test',
      lintCommand: 'pnpm run lint',
      buildCommand: 'pnpm run build',
      testFramework: 'vitest',
      evidence: ['package.json', 'pnpm-lock.yaml', 'tsconfig.json'],
    },
  ],
  [
    'an Express server under npm, tested by jest',
    {
      'package.json': manifest({
        name: 'api',
        version: '1.0.0',
        main: 'index.js',
        scripts: { start: 'node index.js', test: 'NODE_ENV=test jest --runInBand' },
        dependencies: { express: '^4.21.2', pg: '^8.13.1' },
        devDependencies: { jest: '^29.7.0', supertest: '^7.0.0' },
      }),
      'package-lock.json': '{"lockfileVersion":3}',
    },
    {
      language: 'JavaScript',
      framework: 'Express',
      packageManager: 'npm',
      testCommand: 'npm test',
      testFramework: 'jest',
      evidence: ['package.json', 'package-lock.json'],
    },
  ],
  [
    'SvelteKit is a devDependency, and yarn is known by its lock file',
    {
      'package.json': manifest({
        type: 'module',
        scripts: { build: 'vite build', test: 'npm run test:unit -- --run && npm run test:e2e' },
        devDependencies: {
          '@sveltejs/kit': '^2.9.0',
          svelte: '^5.0.0',
          vitest: '^2.0.4',
          playwright: '^1.49',
        },
      }),
      'yarn.lock': '# yarn lockfile v1\n',
    },
    {
      language: 'JavaScript',
      framework: 'SvelteKit',
      packageManager: 'yarn',
      testCommand: 'yarn test',
      buildCommand: 'yarn run build',
      testFramework: 'vitest',
      evidence: ['package.json', 'yarn.lock'],
    },
  ],
  [
    'a Hono service under bun runs the script, not the runner of the same name',
    {
      'package.json': manifest({
        scripts: { test: 'bun test --coverage', lint: 'biome check .' },
        dependencies: { hono: '^4.6.14' },
        devDependencies: { '@types/bun': 'latest', typescript: '^5' },
      }),
      'bun.lock': '{"lockfileVersion": 1}',
    },
    {
      language: 'TypeScript',
      framework: 'Hono',
      packageManager: 'bun',
      testCommand: 'bun run test',
      lintCommand: 'bun run lint',
      testFramework: 'bun:test',
      evidence: ['package.json', 'bun.lock'],
    },
  ],
  [
    'NestJS comes before the Express beneath it',
    {
      'package.json': manifest({
        scripts: { build: 'nest build', lint: 'eslint "{src,test}/**/*.ts"', test: 'jest' },
        dependencies: { '@nestjs/core': '^10', '@nestjs/platform-express': '^10', express: '^4' },
        devDependencies: { jest: '^29', 'ts-jest': '^29', typescript: '^5' },
      }),
      'package-lock.json': '{}',
      'tsconfig.build.json': '{}',
      'tsconfig.json': '{}',
    },
    {
      language: 'TypeScript',
      framework: 'NestJS',
      packageManager: 'npm',
      testCommand: 'npm test',
      lintCommand: 'npm run lint',
      buildCommand: 'npm run build',
      testFramework: 'jest',
      evidence: ['package.json', 'package-lock.json', 'tsconfig.build.json', 'tsconfig.json'],
    },
  ],
  [
    "a library: node's own runner, and no framework from what only its tests use",
    {
      'package.json': manifest({
        name: 'body-limit',
        scripts: { test: 'c8 node --test test/' },
        devDependencies: { express: '^5', c8: '^10' },
      }),
    },
    {
      language: 'JavaScript',
      packageManager: 'npm',
      testCommand: 'npm test',
      testFramework: 'node:test',
      evidence: ['package.json'],
    },
  ],
  [
    'the placeholder of npm init is no test, and Electron comes before React',
    {
      'package.json': manifest({
        scripts: { test: 'echo "Error: no test specified" && exit 1' },
        dependencies: { react: '^18' },
        devDependencies: { electron: '^33' },
      }),
      'package-lock.json': '{}',
    },
    {
      language: 'JavaScript',
      framework: 'Electron',
      packageManager: 'npm',
      evidence: ['package.json', 'package-lock.json'],
    },
  ],
  [
    'the packageManager field wins over a lock file left behind; devEngines says it too',
    {
      'package.json': manifest({
        devEngines: { packageManager: { name: 'pnpm', version: '^10' } },
        scripts: { test: 'mocha' },
      }),
      'package-lock.json': '{}',
    },
    {
      language: 'JavaScript',
      packageManager: 'pnpm',
      testCommand: 'pnpm test',
      testFramework: 'mocha',
      evidence: ['package.json', 'package-lock.json'],
    },
  ],
  [
    'malformed JSON: what the file names say',
    { 'package.json': '{ "scripts": { "test": "vitest", }', 'yarn.lock': '', 'tsconfig.json': '{' },
    {
      language: 'TypeScript',
      packageManager: 'yarn',
      evidence: ['package.json', 'yarn.lock', 'tsconfig.json'],
    },
  ],
  [
    'other shapes than expected, and keys of the prototype',
    {
      'package.json':
        '{"__proto__":{"scripts":{"test":"x"},"dependencies":{"next":"1"}},"packageManager":["pnpm"],' +
        '"scripts":["test"],"dependencies":["next"],"devDependencies":{"__proto__":"1","constructor":"1"}}',
    },
    { language: 'JavaScript', packageManager: 'npm', evidence: ['package.json'] },
  ],
  [
    'an empty manifest',
    { 'package.json': '' },
    { language: 'JavaScript', packageManager: 'npm', evidence: ['package.json'] },
  ],
  [
    'a manifest that is a list',
    { 'package.json': '[{"scripts":{"test":"jest"}}]' },
    { language: 'JavaScript', packageManager: 'npm', evidence: ['package.json'] },
  ],
  [
    'a manager that is a name of the prototype',
    { 'package.json': '{"packageManager":"constructor@1","scripts":{"test":" ","lint":1,"build":null}}' },
    { language: 'JavaScript', packageManager: 'npm', evidence: ['package.json'] },
  ],
]);

check('Deno', [
  [
    'a Fresh site with tasks',
    {
      'deno.json': manifest({
        tasks: {
          check: 'deno fmt --check && deno lint',
          build: 'deno run -A dev.ts build',
          test: 'deno test -A',
        },
        imports: { '$fresh/': 'https://deno.land/x/fresh@1.7.3/', preact: 'https://esm.sh/preact@10.22.0' },
      }),
      'deno.lock': '{"version":"4"}',
    },
    {
      language: 'TypeScript',
      framework: 'Fresh',
      packageManager: 'deno',
      testCommand: 'deno task test',
      lintCommand: 'deno lint',
      buildCommand: 'deno task build',
      testFramework: 'Deno.test',
      evidence: ['deno.json', 'deno.lock'],
    },
  ],
  [
    'comments and trailing commas, and a package behind another name',
    {
      'deno.jsonc':
        '{\n  // run with -A\n  "tasks": { "lint": "deno lint --rules-tags=recommended", },\n' +
        '  /* the server */ "imports": { "server": "jsr:@oak/oak@^17.1.3", "std/": "https://deno.land/std/", },\n}',
    },
    {
      language: 'TypeScript',
      framework: 'Oak',
      packageManager: 'deno',
      testCommand: 'deno test',
      lintCommand: 'deno task lint',
      testFramework: 'Deno.test',
      evidence: ['deno.jsonc'],
    },
  ],
  [
    'a library that is published to npm as well',
    {
      'deno.json': manifest({ name: '@acme/slug', version: '1.0.0', exports: './mod.ts' }),
      'package.json': manifest({ name: '@acme/slug', scripts: { build: 'tsc' } }),
    },
    {
      language: 'TypeScript',
      packageManager: 'deno',
      testCommand: 'deno test',
      lintCommand: 'deno lint',
      testFramework: 'Deno.test',
      evidence: ['deno.json'],
    },
    {
      language: 'JavaScript',
      packageManager: 'npm',
      buildCommand: 'npm run build',
      evidence: ['package.json'],
    },
  ],
  [
    'an unfinished comment, and imports that are a list',
    { 'deno.json': '{"imports": ["hono"]} /* ' },
    {
      language: 'TypeScript',
      packageManager: 'deno',
      testCommand: 'deno test',
      lintCommand: 'deno lint',
      testFramework: 'Deno.test',
      evidence: ['deno.json'],
    },
  ],
]);
