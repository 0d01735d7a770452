import { withoutComments } from '../manifest/comments.ts';
import { captures, type Meanings, pick } from '../manifest/pick.ts';
import { has, matching, present, textOf } from '../manifest/top.ts';
import { type ManifestReader, type Stack, stackOf } from '../stack.ts';

export function detectRuby(reader: ManifestReader): Stack | null {
  const manifests = [...present(reader, ['Gemfile', 'gems.rb']), ...matching(reader, /\.gemspec$/)];
  if (manifests.length === 0) return null;
  const gems = new Set(captures(withoutComments(textOf(reader, manifests), '#'), GEM));
  const framework = pick(gems, FRAMEWORKS);
  const bundled = has(reader, 'Gemfile', 'gems.rb');
  const run = bundled ? 'bundle exec ' : '';
  return stackOf({
    language: 'Ruby',
    framework,
    packageManager: bundled ? 'bundler' : 'gem',
    ...testing(reader, gems, framework, run),
    lintCommand: lintCommand(reader, gems, run),
    buildCommand: manifests.some(name => name.endsWith('.gemspec')) ? 'gem build' : null,
    evidence: [...manifests, ...present(reader, MARKERS)],
  });
}

/** `gem "rails"` in a Gemfile, `spec.add_dependency("rack")` in a gemspec. */
const GEM = /(?:^[ \t]*gem|\.add(?:_development|_runtime)?_dependency)[ \t(]+["']([\w.-]{1,100})["']/gm;

const MARKERS = [
  'Gemfile.lock',
  'Rakefile',
  'config.ru',
  '.ruby-version',
  '.rspec',
  '.rubocop.yml',
  '.standard.yml',
];

/** Where RSpec is declared it is what the team writes, also in Rails, whose own Minitest is always there. */
function testing(
  reader: ManifestReader,
  gems: ReadonlySet<string>,
  framework: string | null,
  run: string,
): Pick<Stack, 'testCommand' | 'testFramework'> {
  if (gems.has('rspec') || gems.has('rspec-rails') || has(reader, '.rspec')) {
    return { testCommand: `${run}rspec`, testFramework: 'RSpec' };
  }
  if (framework === 'Rails') {
    return {
      testCommand: has(reader, 'bin') ? 'bin/rails test' : `${run}rails test`,
      testFramework: 'Minitest',
    };
  }
  const testFramework = pick(gems, TEST_FRAMEWORKS);
  const rakes = has(reader, 'Rakefile') && (testFramework !== null || has(reader, 'test'));
  return { testCommand: rakes ? `${run}rake test` : null, testFramework };
}

function lintCommand(reader: ManifestReader, gems: ReadonlySet<string>, run: string): string | null {
  if (gems.has('standard') || has(reader, '.standard.yml')) return `${run}standardrb`;
  const rubocop = has(reader, '.rubocop.yml') || [...gems].some(gem => gem.startsWith('rubocop'));
  return rubocop ? `${run}rubocop` : null;
}

const FRAMEWORKS: Meanings = [
  ['rails', 'Rails'],
  ['hanami', 'Hanami'],
  ['sinatra', 'Sinatra'],
  ['grape', 'Grape'],
  ['roda', 'Roda'],
  ['jekyll', 'Jekyll'],
  ['thor', 'Thor'],
];

const TEST_FRAMEWORKS: Meanings = [
  ['minitest', 'Minitest'],
  ['test-unit', 'test-unit'],
];
