import { check } from './check.ts';

check('Ruby', [
  [
    'Rails with its own Minitest',
    {
      Gemfile: `source "https://rubygems.org"
# gem "rspec-rails"
gem "rails", "~> 8.0.1"
gem "puma", ">= 5.0"
group :development, :test do
  gem "rubocop-rails-omakase", require: false
end
`,
      'Gemfile.lock': '',
      Rakefile: '',
      'config.ru': '',
      'bin/rails': '',
    },
    {
      language: 'Ruby',
      framework: 'Rails',
      packageManager: 'bundler',
      testCommand: 'bin/rails test',
      lintCommand: 'bundle exec rubocop',
      testFramework: 'Minitest',
      evidence: ['Gemfile', 'Gemfile.lock', 'Rakefile', 'config.ru'],
    },
  ],
  [
    'Rails with RSpec',
    {
      Gemfile: 'gem "rails"\ngroup :test do\n  gem(\'rspec-rails\', "~> 7.0") # specs\nend\n',
      '.rspec': '--require spec_helper\n',
      'bin/rails': '',
    },
    {
      language: 'Ruby',
      framework: 'Rails',
      packageManager: 'bundler',
      testCommand: 'bundle exec rspec',
      testFramework: 'RSpec',
      evidence: ['Gemfile', '.rspec'],
    },
  ],
  [
    'a gem with Minitest and Standard, its dependencies in the gemspec',
    {
      Gemfile: 'source "https://rubygems.org"\ngemspec\n',
      'tidy.gemspec': `Gem::Specification.new do |spec|
  spec.name = "tidy"
  spec.add_dependency "thor", "~> 1.3"
  spec.add_development_dependency("minitest", "~> 5.25")
  spec.add_development_dependency "standard"
end
`,
      Rakefile: 'require "minitest/test_task"\nMinitest::TestTask.create\n',
    },
    {
      language: 'Ruby',
      framework: 'Thor',
      packageManager: 'bundler',
      testCommand: 'bundle exec rake test',
      lintCommand: 'bundle exec standardrb',
      buildCommand: 'gem build',
      testFramework: 'Minitest',
      evidence: ['Gemfile', 'tidy.gemspec', 'Rakefile'],
    },
  ],
  [
    'Sinatra without tests',
    { Gemfile: "gem 'sinatra'\n" },
    { language: 'Ruby', framework: 'Sinatra', packageManager: 'bundler', evidence: ['Gemfile'] },
  ],
  [
    'a Gemfile that is no Ruby',
    { Gemfile: '\0\uFFFD"\'gem gem gem "' },
    { language: 'Ruby', packageManager: 'bundler', evidence: ['Gemfile'] },
  ],
]);

check('PHP', [
  [
    'Laravel with Pest and Pint',
    {
      'composer.json': JSON.stringify({
        name: 'laravel/laravel',
        require: { php: '^8.2', 'laravel/framework': '^11.31' },
        'require-dev': { 'laravel/pint': '^1.13', 'pestphp/pest': '^3.7' },
        scripts: { 'post-autoload-dump': ['@php artisan package:discover --ansi'] },
      }),
      'composer.lock': '{}',
      artisan: '#!/usr/bin/env php\n',
      'phpunit.xml': '<phpunit/>',
    },
    {
      language: 'PHP',
      framework: 'Laravel',
      packageManager: 'composer',
      testCommand: 'php artisan test',
      lintCommand: 'vendor/bin/pint --test',
      testFramework: 'Pest',
      evidence: ['composer.json', 'composer.lock', 'artisan', 'phpunit.xml'],
    },
  ],
  [
    'Symfony with PHPUnit',
    {
      'composer.json': JSON.stringify({
        type: 'project',
        require: { 'symfony/framework-bundle': '7.2.*' },
        'require-dev': { 'phpunit/phpunit': '^9.5', 'phpstan/phpstan': '^2.0' },
      }),
      'symfony.lock': '{}',
    },
    {
      language: 'PHP',
      framework: 'Symfony',
      packageManager: 'composer',
      testCommand: 'vendor/bin/phpunit',
      lintCommand: 'vendor/bin/phpstan analyse',
      testFramework: 'PHPUnit',
      evidence: ['composer.json', 'symfony.lock'],
    },
  ],
  [
    'a library whose scripts say how',
    {
      'composer.json': JSON.stringify({
        name: 'acme/money',
        'require-dev': { 'phpunit/phpunit': '^11', 'squizlabs/php_codesniffer': '^3' },
        scripts: { test: ['@lint', 'phpunit --colors'], lint: 'phpcs src', build: 'box compile' },
      }),
    },
    {
      language: 'PHP',
      packageManager: 'composer',
      testCommand: 'composer test',
      lintCommand: 'composer lint',
      buildCommand: 'composer build',
      testFramework: 'PHPUnit',
      evidence: ['composer.json'],
    },
  ],
  [
    'malformed JSON: PHPUnit is known by its own file',
    { 'composer.json': '{"require":', 'phpunit.xml.dist': '' },
    {
      language: 'PHP',
      packageManager: 'composer',
      testCommand: 'vendor/bin/phpunit',
      testFramework: 'PHPUnit',
      evidence: ['composer.json', 'phpunit.xml.dist'],
    },
  ],
]);

check('Elixir', [
  [
    'Phoenix with Credo',
    {
      'mix.exs': `defmodule Shop.MixProject do
  use Mix.Project
  defp deps do
    [
      {:phoenix, "~> 1.7.18"},
      {:bandit, "~> 1.5"},
      {:credo, "~> 1.7", only: [:dev, :test], runtime: false}
    ]
  end
end
`,
      'mix.lock': '%{}',
      '.formatter.exs': '[]',
    },
    {
      language: 'Elixir',
      framework: 'Phoenix',
      packageManager: 'mix',
      testCommand: 'mix test',
      lintCommand: 'mix credo',
      buildCommand: 'mix compile',
      testFramework: 'ExUnit',
      evidence: ['mix.exs', 'mix.lock', '.formatter.exs'],
    },
  ],
  [
    'a library that only formats',
    {
      'mix.exs':
        'defmodule Slug.MixProject do\n  defp deps, do: [\n    # {:phoenix, "~> 1.7"}\n    {:ex_doc, ">= 0.0.0"}\n  ]\nend\n',
      '.formatter.exs': '[]',
    },
    {
      language: 'Elixir',
      packageManager: 'mix',
      testCommand: 'mix test',
      lintCommand: 'mix format --check-formatted',
      buildCommand: 'mix compile',
      testFramework: 'ExUnit',
      evidence: ['mix.exs', '.formatter.exs'],
    },
  ],
  [
    'an empty mix.exs',
    { 'mix.exs': '' },
    {
      language: 'Elixir',
      packageManager: 'mix',
      testCommand: 'mix test',
      buildCommand: 'mix compile',
      testFramework: 'ExUnit',
      evidence: ['mix.exs'],
    },
  ],
]);

check('Dart', [
  [
    'a Flutter application',
    {
      'pubspec.yaml': `name: notes
environment:
  sdk: ^3.6.0
dependencies:
  flutter:
    sdk: flutter
dev_dependencies:
  flutter_test:
    sdk: flutter
  build_runner: ^2.4.14
`,
      'pubspec.lock': '',
      'analysis_options.yaml': 'include: package:flutter_lints/flutter.yaml\n',
    },
    {
      language: 'Dart',
      framework: 'Flutter',
      packageManager: 'pub',
      testCommand: 'flutter test',
      lintCommand: 'flutter analyze',
      buildCommand: 'dart run build_runner build',
      testFramework: 'flutter_test',
      evidence: ['pubspec.yaml', 'pubspec.lock', 'analysis_options.yaml'],
    },
  ],
  [
    'a Shelf server in plain Dart',
    { 'pubspec.yaml': 'name: api\ndependencies:\n  shelf: ^1.4.2\ndev_dependencies:\n  test: ^1.25.0\n' },
    {
      language: 'Dart',
      framework: 'Shelf',
      packageManager: 'pub',
      testCommand: 'dart test',
      lintCommand: 'dart analyze',
      testFramework: 'test',
      evidence: ['pubspec.yaml'],
    },
  ],
  [
    'lists where maps are expected',
    { 'pubspec.yaml': 'dependencies: [flutter]\ndev_dependencies: test\n' },
    { language: 'Dart', packageManager: 'pub', lintCommand: 'dart analyze', evidence: ['pubspec.yaml'] },
  ],
  [
    'malformed YAML',
    { 'pubspec.yaml': 'name: [\n\t}: *nowhere\n' },
    { language: 'Dart', packageManager: 'pub', lintCommand: 'dart analyze', evidence: ['pubspec.yaml'] },
  ],
]);
