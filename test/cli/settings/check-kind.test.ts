import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../src/cli/settings/check-kind.ts';

const TESTS = [
  ...['npm test', 'npm run test', 'npm run test:unit', 'yarn test', 'bun run test', 'deno task test'],
  ...['vitest run', 'npx jest --ci', 'mocha', 'npx playwright test', 'npm run e2e', 'node --test src'],
  ...['pytest -q', 'python -m pytest', 'uv run pytest', 'python -m unittest', 'tox', 'nox -s tests'],
  ...['python manage.py test', 'bundle exec rspec', 'bin/rails test', 'rake spec', 'vendor/bin/phpunit'],
  ...['vendor/bin/pest', 'php artisan test', 'go test ./...', 'gotestsum', 'cargo test --workspace'],
  ...['cargo nextest run', 'ctest --test-dir build', 'mix test', 'dotnet test App.sln', './gradlew test'],
  ...['mvn test', 'swift test', 'make test', './scripts/run-tests.sh', 'sh test.sh', 'turbo run lint test'],
  ...['npm run lint && npm test', 'NODE_ENV=test npm test', 'cd web; npm test', '(npm test)', 'NPM TEST'],
  ...['test -f x && npm test', 'scripts\\test.cmd'],
];

const OTHERS = [
  ...['npm run lint', 'npm run build', 'tsc --noEmit', 'make', 'make latest', 'echo contest', 'true', ''],
  ...['eslint src test', 'npx biome check test', 'prettier --check test/', 'tsc -p test/tsconfig.json'],
  ...['ruff check tests', 'mypy src tests', 'vendor/bin/pint --test', 'cargo clippy --all-targets'],
  ...['NODE_ENV=test npm run build', 'mvn package -DskipTests'],
  ...['test -f dist/index.js', 'docker compose -f docker-compose.test.yml config', 'go vet ./...'],
];

describe('the kind of a check', () => {
  it.each(TESTS)('%s runs tests', command => expect(kindOf(command)).toBe('test'));
  it.each(OTHERS)('%s does not', command => expect(kindOf(command)).toBe('other'));

  it('is told of a command without end', () => {
    for (const piece of ['test ', '-', ':', '/', 'a.sh', '=', ' ', '"'])
      expect(['test', 'other']).toContain(kindOf(piece.repeat(1_000_000 / piece.length)));
  });
});
