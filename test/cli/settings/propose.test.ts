import { describe, expect, it } from 'vitest';
import { proposeSettings } from '../../../src/cli/settings/propose.ts';
import { type Files, memoryReader } from '../../config/stack/check.ts';

const pkg = (scripts: Record<string, string>): string => JSON.stringify({ scripts });

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
    ['nothing', {}, [], []],
  ])('for %s', (_, files, checks, setup) => {
    const proposals = proposeSettings(memoryReader(files));
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
});
