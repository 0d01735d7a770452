import { parseJson } from '../manifest/parse.ts';
import { type Meanings, pick } from '../manifest/pick.ts';
import { has, matching, present } from '../manifest/top.ts';
import { keysAt, textAt } from '../manifest/value.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectNode(reader: ManifestReader): Stack | null {
  if (!has(reader, 'package.json')) return null;
  const manifest = parseJson(reader.read('package.json'));
  const runtime = new Set([...keysAt(manifest, 'dependencies'), ...keysAt(manifest, 'peerDependencies')]);
  const all = new Set([...runtime, ...keysAt(manifest, 'devDependencies')]);
  const tsconfigs = matching(reader, /^tsconfig(?:\.[\w.-]+)?\.json$/);
  const manager = installerOf(reader, manifest);
  const test = testScript(manifest);
  return stackOf({
    language: tsconfigs.length > 0 || all.has('typescript') ? 'TypeScript' : 'JavaScript',
    framework: pick(all, OWNING) ?? pick(runtime, SERVERS) ?? pick(all, INTERFACES),
    packageManager: manager,
    testCommand: test === null ? null : RUN[manager].test,
    lintCommand: textAt(manifest, 'scripts', 'lint') && `${RUN[manager].script} lint`,
    buildCommand: textAt(manifest, 'scripts', 'build') && `${RUN[manager].script} build`,
    testFramework: (test && runnerOf(test)) ?? pick(all, TEST_FRAMEWORKS),
    evidence: ['package.json', ...present(reader, [...LOCK_FILES.keys(), ...WORKSPACES]), ...tsconfigs],
  });
}

type Installer = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** `bun test` would start Bun's own runner instead of the script. */
const RUN: Record<Installer, { test: string; script: string }> = {
  npm: { test: 'npm test', script: 'npm run' },
  pnpm: { test: 'pnpm test', script: 'pnpm run' },
  yarn: { test: 'yarn test', script: 'yarn run' },
  bun: { test: 'bun run test', script: 'bun run' },
};

/** package-lock.json is last: it is left behind when a team moves on to another manager. */
const LOCK_FILES: ReadonlyMap<string, Installer> = new Map([
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]);

const WORKSPACES = ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'turbo.json', 'angular.json'];

/** What the manifest states, else what the lock file shows, else npm, which comes with Node. */
function installerOf(reader: ManifestReader, manifest: unknown): Installer {
  const stated =
    textAt(manifest, 'packageManager')?.split('@', 1)[0] ??
    textAt(manifest, 'devEngines', 'packageManager', 'name') ??
    '';
  if (Object.hasOwn(RUN, stated)) return stated as Installer;
  const [lockFile] = present(reader, [...LOCK_FILES.keys()]);
  if (lockFile !== undefined) return LOCK_FILES.get(lockFile) ?? 'npm';
  return has(reader, 'pnpm-workspace.yaml') ? 'pnpm' : 'npm';
}

/** `npm init` writes a test script that always fails. */
function testScript(manifest: unknown): string | null {
  const script = textAt(manifest, 'scripts', 'test');
  return script?.includes('no test specified') ? null : script;
}

function runnerOf(script: string): string | null {
  const words = new Set(script.split(/[\s&|;()]+/));
  if (words.has('node') && words.has('--test')) return 'node:test';
  if (words.has('bun') && words.has('test')) return 'bun:test';
  return pick(words, TEST_FRAMEWORKS);
}

/** A dependency's name and a word of the test script alike. */
const TEST_FRAMEWORKS: Meanings = [
  ['vitest', 'vitest'],
  ['jest', 'jest'],
  ['react-scripts', 'jest'],
  ['mocha', 'mocha'],
  ['ava', 'ava'],
  ['tap', 'tap'],
  ['jasmine', 'jasmine'],
  ['jasmine-core', 'jasmine'],
  ['@playwright/test', 'playwright'],
  ['playwright', 'playwright'],
  ['cypress', 'cypress'],
];

/** These make the project theirs, wherever they are declared: SvelteKit and Electron are devDependencies. */
const OWNING: Meanings = [
  ['next', 'Next.js'],
  ['nuxt', 'Nuxt'],
  ['@remix-run/react', 'Remix'],
  ['@remix-run/node', 'Remix'],
  ['@remix-run/dev', 'Remix'],
  ['@react-router/dev', 'React Router'],
  ['@sveltejs/kit', 'SvelteKit'],
  ['astro', 'Astro'],
  ['gatsby', 'Gatsby'],
  ['@docusaurus/core', 'Docusaurus'],
  ['@solidjs/start', 'SolidStart'],
  ['@builder.io/qwik', 'Qwik'],
  ['@tanstack/react-start', 'TanStack Start'],
  ['@nestjs/core', 'NestJS'],
  ['@adonisjs/core', 'AdonisJS'],
  ['electron', 'Electron'],
  ['@tauri-apps/cli', 'Tauri'],
  ['expo', 'Expo'],
  ['react-native', 'React Native'],
  ['@angular/core', 'Angular'],
];

/** A server among the devDependencies is there for a library's tests. */
const SERVERS: Meanings = [
  ['fastify', 'Fastify'],
  ['hono', 'Hono'],
  ['koa', 'Koa'],
  ['@hapi/hapi', 'hapi'],
  ['elysia', 'Elysia'],
  ['express', 'Express'],
];

const INTERFACES: Meanings = [
  ['vue', 'Vue'],
  ['svelte', 'Svelte'],
  ['solid-js', 'Solid'],
  ['preact', 'Preact'],
  ['lit', 'Lit'],
  ['react', 'React'],
];
