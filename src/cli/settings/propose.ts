import { detectStacks } from '../../config/stack/detect.ts';
import { has } from '../../config/stack/manifest/top.ts';
import type { ManifestReader, Stack } from '../../config/stack/stack.ts';
import { MAX_CHECKS } from '../../run/policies.ts';
import type { Check } from '../../run/settings.ts';
import { kindOf } from './check-kind.ts';

/** A command for which a repository gives reason. */
export interface Proposal {
  readonly command: string;
  /** `TypeScript tests`, `from package-lock.json`. */
  readonly why: string;
  /** Whether it is taken unless somebody decides otherwise. */
  readonly taken: boolean;
}

interface CheckProposal extends Proposal {
  readonly kind: Check['kind'];
}

export interface Proposals {
  /** Languages with their frameworks, strongest first. */
  readonly stacks: readonly string[];
  readonly checks: readonly CheckProposal[];
  readonly setup: readonly Proposal[];
}

/** What the manifests of a repository suggest. */
export function proposeSettings(reader: ManifestReader): Proposals {
  const stacks = detectStacks(reader);
  return {
    stacks: stacks.map(({ language, framework }) => (framework ? `${language} (${framework})` : language)),
    checks: distinct(stacks.flatMap(checksOf)),
    setup: distinct(stacks.flatMap(stack => setupOf(stack, reader))),
  };
}

/** Languages in which a build finds mistakes that tests do not, or that tests need. */
const BUILD_FIRST: ReadonlySet<string> = new Set(['TypeScript', 'JavaScript', 'C', 'C++', 'C/C++']);

/** In the order in which they are best run. */
function checksOf({ language, buildCommand, lintCommand, testCommand }: Stack): CheckProposal[] {
  const proposal = (command: string | null, what: string, taken: boolean): CheckProposal[] =>
    command === null
      ? []
      : [{ command, kind: what === 'tests' ? 'test' : kindOf(command), why: `${language} ${what}`, taken }];
  return [
    ...proposal(buildCommand, 'build', BUILD_FIRST.has(language)),
    ...proposal(lintCommand, 'lint', true),
    ...proposal(testCommand, 'tests', true),
  ];
}

/** What installs dependencies, by package manager; the first that fits counts. Managers that are missing install as they go. */
const INSTALLS: readonly (readonly [manager: string, file: string, command: string])[] = [
  ['npm', 'package-lock.json', 'npm ci'],
  ['npm', 'npm-shrinkwrap.json', 'npm ci'],
  ['npm', 'package.json', 'npm install'],
  ['pnpm', 'pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['pnpm', 'package.json', 'pnpm install'],
  ['yarn', '.yarnrc.yml', 'yarn install --immutable'],
  ['yarn', 'yarn.lock', 'yarn install --frozen-lockfile'],
  ['yarn', 'package.json', 'yarn install'],
  ['bun', 'bun.lock', 'bun install --frozen-lockfile'],
  ['bun', 'bun.lockb', 'bun install --frozen-lockfile'],
  ['bun', 'package.json', 'bun install'],
  ['uv', 'uv.lock', 'uv sync --locked'],
  ['uv', 'pyproject.toml', 'uv sync'],
  ['poetry', 'pyproject.toml', 'poetry install'],
  ['pdm', 'pdm.lock', 'pdm sync'],
  ['pdm', 'pyproject.toml', 'pdm install'],
  ['pipenv', 'Pipfile.lock', 'pipenv sync --dev'],
  ['pipenv', 'Pipfile', 'pipenv install --dev'],
  ['pip', 'requirements.txt', 'python -m pip install -r requirements.txt'],
  ['bundler', 'Gemfile', 'bundle install'],
  ['composer', 'composer.json', 'composer install'],
  ['mix', 'mix.exs', 'mix deps.get'],
  ['pub', 'pubspec.yaml', 'dart pub get'],
];

function setupOf({ packageManager, framework }: Stack, reader: ManifestReader): Proposal[] {
  const found = INSTALLS.find(([manager, file]) => manager === packageManager && has(reader, file));
  if (!found) return [];
  const command = framework === 'Flutter' ? 'flutter pub get' : found[2];
  return [{ command, why: `from ${found[1]}`, taken: true }];
}

const distinct = <T extends Proposal>(proposals: readonly T[]): T[] =>
  [...new Map(proposals.map(proposal => [proposal.command, proposal] as const).reverse()).values()]
    .reverse()
    .slice(0, MAX_CHECKS);
