import { describe, expect, it } from 'vitest';
import { proposeSettings } from '../../../src/cli/settings/propose.ts';
import { detectStacks } from '../../../src/config/stack/detect.ts';
import { type Files, memoryReader } from '../../config/stack/check.ts';

const pkg = (scripts: Record<string, string>): string => JSON.stringify({ scripts });

const nothing = () => [];

/** Folders below the top with their files. */
const folders = (below: Readonly<Record<string, Files>>) => () =>
  Object.entries(below).map(([path, files]) => {
    const reader = memoryReader(files);
    return { path, reader, stacks: detectStacks(reader) };
  });

describe('what init proposes', () => {
  it.each<[string, Files, checks: string[], setup: string[]]>([
    [
      'npm',
      { 'package.json': pkg({ test: 'x', build: 'x' }), 'package-lock.json': '' },
      ['npm run build', 'npm test'],
      ['npm ci'],
    ],
    ['npm without a lock', { 'package.json': pkg({ test: 'x' }) }, ['npm test'], ['npm install']],
    [
      'pnpm',
      { 'package.json': pkg({ lint: 'x' }), 'pnpm-lock.yaml': '' },
      ['pnpm run lint'],
      ['pnpm install --frozen-lockfile'],
    ],
    ['yarn, as it was', { 'package.json': pkg({}), 'yarn.lock': '' }, [], ['yarn install --frozen-lockfile']],
    [
      'yarn, as it is',
      { 'package.json': pkg({}), 'yarn.lock': '', '.yarnrc.yml': '' },
      [],
      ['yarn install --immutable'],
    ],
    ['bun', { 'package.json': pkg({}), 'bun.lock': '' }, [], ['bun install --frozen-lockfile']],
    [
      'pip',
      { 'requirements.txt': 'pytest\n' },
      ['python -m pytest'],
      ['python -m pip install -r requirements.txt'],
    ],
    ['uv', { 'pyproject.toml': '[project]\nname = "x"\n', 'uv.lock': '' }, [], ['uv sync --locked']],
    ['poetry', { 'pyproject.toml': '[tool.poetry]\n', 'poetry.lock': '' }, [], ['poetry install']],
    ['bundler', { Gemfile: 'gem "rspec"\n' }, ['bundle exec rspec'], ['bundle install']],
    ['composer', { 'composer.json': '{"scripts":{"test":"x"}}' }, ['composer test'], ['composer install']],
    ['go', { 'go.mod': 'module x\n' }, ['go vet ./...', 'go test ./...'], []],
    ['cargo', { 'Cargo.toml': '[package]\n' }, ['cargo clippy --all-targets', 'cargo test'], []],
    [
      'flutter',
      { 'pubspec.yaml': 'dependencies:\n  flutter: {sdk: flutter}\n' },
      ['flutter analyze'],
      ['flutter pub get'],
    ],
    ['a Makefile alone', { Makefile: 'test: a\n\techo\n' }, ['make test'], []],
    [
      'a Makefile beside another way to test',
      { Makefile: 'test:\n', 'package.json': pkg({ test: 'x' }) },
      ['npm test'],
      ['npm install'],
    ],
    [
      'a manifest that cannot be read',
      { Makefile: 'check:\n', 'package.json': '{ broken' },
      ['make check'],
      [],
    ],
    ['nothing', {}, [], []],
  ])('for %s', (_, files, checks, setup) => {
    const proposals = proposeSettings(memoryReader(files), nothing);
    const taken = (from: typeof proposals.setup) => from.filter(one => one.taken).map(one => one.command);
    expect([taken(proposals.checks), taken(proposals.setup)]).toEqual([checks, setup]);
  });

  it('is one list for several stacks, tests known as tests', () => {
    const { stacks, checks, setup } = proposeSettings(
      memoryReader({
        'package.json': pkg({ test: 'x' }),
        'go.mod': 'module x\n',
        'noxfile.py': '',
        'setup.py': '',
      }),
      nothing,
    );
    expect(stacks).toHaveLength(3);
    expect(setup.map(({ command }) => command)).toEqual(['npm install']);
    expect(
      checks
        .filter(({ kind }) => kind === 'test')
        .map(({ command }) => command)
        .sort(),
    ).toEqual(['go test ./...', 'nox', 'npm test']);
  });

  it('names manifests that cannot be read, each with its format', () => {
    const files = { 'package.json': '{ broken', 'Cargo.toml': 'a = [', 'pyproject.toml': '[project]\n' };
    expect(proposeSettings(memoryReader(files), nothing).malformed).toEqual([
      { file: 'package.json', format: 'JSON' },
      { file: 'Cargo.toml', format: 'TOML' },
    ]);
  });

  it('comes from folders where the top suggests no check, and is for a person to take', () => {
    const below = folders({
      'backend/api': { 'requirements.txt': 'pytest\n' },
      frontend: { 'package.json': pkg({ test: 'x' }), 'package-lock.json': '' },
    });
    const { stacks, checks, setup } = proposeSettings(memoryReader({ 'package.json': pkg({}) }), below);
    expect(stacks).toEqual(['JavaScript', 'Python in backend/api', 'JavaScript in frontend']);
    expect(checks).toEqual([
      {
        command: 'cd backend/api && python -m pytest',
        kind: 'test',
        why: 'Python tests, in backend/api',
        taken: false,
      },
      {
        command: 'cd frontend && npm test',
        kind: 'test',
        why: 'JavaScript tests, in frontend',
        taken: false,
      },
    ]);
    expect(setup.map(({ command, taken }) => [command, taken])).toEqual([
      ['npm install', true],
      ['cd backend/api && python -m pip install -r requirements.txt', false],
      ['cd frontend && npm ci', false],
    ]);
    const { checks: own } = proposeSettings(memoryReader({ 'package.json': pkg({ test: 'x' }) }), below);
    expect(own.map(({ command }) => command)).toEqual(['npm test']);
  });
});
