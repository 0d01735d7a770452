/*
 * Files that say what a project depends on: where one of them changes, what `setup` installs may be something else.
 */

const NAMES: ReadonlySet<string> = new Set([
  ...[
    'package.json',
    'package-lock.json',
    'npm-shrinkwrap.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'bun.lock',
    'bun.lockb',
  ],
  ...[
    'pnpm-workspace.yaml',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    '.nvmrc',
    '.node-version',
    '.tool-versions',
  ],
  ...['deno.json', 'deno.jsonc', 'deno.lock', 'bunfig.toml', 'lerna.json'],
  ...[
    'pyproject.toml',
    'poetry.lock',
    'uv.lock',
    'pdm.lock',
    'Pipfile',
    'Pipfile.lock',
    'setup.py',
    'setup.cfg',
  ],
  ...['environment.yml', 'environment.yaml', '.python-version', 'tox.ini', 'noxfile.py'],
  ...['Cargo.toml', 'Cargo.lock', 'rust-toolchain', 'rust-toolchain.toml'],
  ...[
    'go.mod',
    'go.sum',
    'go.work',
    'go.work.sum',
    'Gemfile',
    'Gemfile.lock',
    '.ruby-version',
    'composer.json',
    'composer.lock',
  ],
  ...[
    'pom.xml',
    'build.gradle',
    'build.gradle.kts',
    'settings.gradle',
    'settings.gradle.kts',
    'gradle.properties',
  ],
  ...[
    'gradle.lockfile',
    'libs.versions.toml',
    'build.sbt',
    'mix.exs',
    'mix.lock',
    'pubspec.yaml',
    'pubspec.lock',
  ],
  ...[
    'Package.swift',
    'Package.resolved',
    'Podfile',
    'Podfile.lock',
    'packages.config',
    'packages.lock.json',
    'global.json',
  ],
  ...[
    'Directory.Build.props',
    'Directory.Packages.props',
    'CMakeLists.txt',
    'conanfile.txt',
    'conanfile.py',
    'vcpkg.json',
  ],
  ...[
    'flake.nix',
    'flake.lock',
    '.gitmodules',
    'Brewfile',
    'rebar.config',
    'rebar.lock',
    'stack.yaml',
    'cabal.project',
  ],
]);

const PATTERNS: readonly RegExp[] = [
  /^(?:requirements|constraints)[\w.-]{0,60}\.(?:txt|in)$/,
  /\.(?:csproj|fsproj|vbproj|sln|cabal|gemspec|podspec)$/,
];

/** Whether a file of this path says what a project depends on. */
export function isManifest(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    NAMES.has(name) ||
    /(?:^|\/)requirements\/[^/]{1,80}\.(?:txt|in)$/.test(path) ||
    PATTERNS.some(pattern => pattern.test(name))
  );
}
