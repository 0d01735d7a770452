import { detectStacks } from '../../config/stack/detect.ts';
import { type Malformed, malformedManifests } from '../../config/stack/malformed.ts';
import { makefileOf } from '../../config/stack/manifest/makefile.ts';
import { has } from '../../config/stack/manifest/top.ts';
import type { Project } from '../../config/stack/projects.ts';
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
  /** Languages with their frameworks, strongest first; each with its folder where it is below the top. */
  readonly stacks: readonly string[];
  readonly malformed: readonly Malformed[];
  readonly checks: readonly CheckProposal[];
  readonly setup: readonly Proposal[];
}

/** Stacks of folders that are named. */
const MAX_NAMED = 20;

/**
 * What the manifests of a repository suggest. Where those at its top suggest no check, the folders below are asked; which
 * of their commands matter is for a person to say.
 */
export function proposeSettings(reader: ManifestReader, below: () => readonly Project[]): Proposals {
  const stacks = detectStacks(reader);
  const malformed = malformedManifests(reader);
  const lost = new Set(malformed.map(({ file }) => file));
  const isSound = ({ evidence }: Stack): boolean => !evidence.some(file => lost.has(file));
  const known = stacks.flatMap(stack => checksOf(stack).map(takenIf(isSound(stack))));
  const setup = stacks.flatMap(stack => setupOf(stack, reader).map(takenIf(isSound(stack))));
  const projects = known.length > 0 ? [] : below();
  return {
    stacks: [
      ...stacks.map(nameOf),
      ...projects
        .flatMap(({ path, stacks: found }) => found.map(stack => `${nameOf(stack)} in ${path}`))
        .slice(0, MAX_NAMED),
    ],
    malformed,
    checks: distinct([
      ...known,
      ...makeChecks(reader, known),
      ...projects.flatMap(project => project.stacks.flatMap(checksOf).map(inFolder(project))),
    ]),
    setup: distinct([
      ...setup,
      ...projects.flatMap(project =>
        project.stacks.flatMap(stack => setupOf(stack, project.reader)).map(inFolder(project)),
      ),
    ]),
  };
}

const nameOf = ({ language, framework }: Stack): string =>
  framework ? `${language} (${framework})` : language;

/** A command would fail with a manifest that cannot be read. */
const takenIf =
  (isSound: boolean) =>
  <T extends Proposal>(proposal: T): T => ({ ...proposal, taken: proposal.taken && isSound });

const inFolder =
  ({ path }: Project) =>
  <T extends Proposal>(proposal: T): T => ({
    ...proposal,
    command: `cd ${path} && ${proposal.command}`,
    why: `${proposal.why}, in ${path}`,
    taken: false,
  });

/** What a Makefile calls its tests, which may do more than test: taken only where nothing else is known to test. */
function makeChecks(reader: ManifestReader, known: readonly CheckProposal[]): CheckProposal[] {
  const command = makefileOf(reader)?.testCommand ?? null;
  if (command === null) return [];
  const taken = !known.some(({ kind }) => kind === 'test');
  return [{ command, kind: 'test', why: 'a target of the Makefile', taken }];
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
