import { parseJson } from '../manifest/parse.ts';
import { type Meanings, pick } from '../manifest/pick.ts';
import { has, present } from '../manifest/top.ts';
import { keysAt } from '../manifest/value.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectPhp(reader: ManifestReader): Stack | null {
  if (!has(reader, 'composer.json')) return null;
  const manifest = parseJson(reader.read('composer.json'));
  const packages = new Set([...keysAt(manifest, 'require'), ...keysAt(manifest, 'require-dev')]);
  const scripts = new Set(keysAt(manifest, 'scripts'));
  const framework = pick(packages, FRAMEWORKS);
  const testFramework = pick(packages, TEST_FRAMEWORKS) ?? (has(reader, ...PHPUNIT) ? 'PHPUnit' : null);
  return stackOf({
    language: 'PHP',
    framework,
    packageManager: 'composer',
    testCommand: scripts.has('test') ? 'composer test' : testCommand(reader, framework, testFramework),
    lintCommand: scripts.has('lint') ? 'composer lint' : pick(packages, LINTERS),
    buildCommand: scripts.has('build') ? 'composer build' : null,
    testFramework,
    evidence: present(reader, ['composer.json', 'composer.lock', 'artisan', 'symfony.lock', ...PHPUNIT]),
  });
}

const PHPUNIT = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'];

function testCommand(reader: ManifestReader, framework: string | null, runner: string | null): string | null {
  if (framework === 'Laravel' && has(reader, 'artisan')) return 'php artisan test';
  if (runner === 'Pest') return 'vendor/bin/pest';
  if (runner === 'PHPUnit') return 'vendor/bin/phpunit';
  return runner === 'Codeception' ? 'vendor/bin/codecept run' : null;
}

const FRAMEWORKS: Meanings = [
  ['laravel/framework', 'Laravel'],
  ['laravel/lumen-framework', 'Lumen'],
  ['drupal/core-recommended', 'Drupal'],
  ['drupal/core', 'Drupal'],
  ['symfony/framework-bundle', 'Symfony'],
  ['symfony/symfony', 'Symfony'],
  ['cakephp/cakephp', 'CakePHP'],
  ['codeigniter4/framework', 'CodeIgniter'],
  ['yiisoft/yii2', 'Yii'],
  ['slim/slim', 'Slim'],
];

const TEST_FRAMEWORKS: Meanings = [
  ['pestphp/pest', 'Pest'],
  ['phpunit/phpunit', 'PHPUnit'],
  ['symfony/phpunit-bridge', 'PHPUnit'],
  ['codeception/codeception', 'Codeception'],
];

const LINTERS: Meanings = [
  ['laravel/pint', 'vendor/bin/pint --test'],
  ['friendsofphp/php-cs-fixer', 'vendor/bin/php-cs-fixer check'],
  ['squizlabs/php_codesniffer', 'vendor/bin/phpcs'],
  ['phpstan/phpstan', 'vendor/bin/phpstan analyse'],
  ['larastan/larastan', 'vendor/bin/phpstan analyse'],
];
