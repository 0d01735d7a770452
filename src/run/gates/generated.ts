/*
 * What tools make and nobody writes: the one table of names by which a file that git ignores is told from work. `lib`,
 * `build` and `bin` are not in it, since many repositories that ignore them have sources there.
 */

const FOLDERS: ReadonlySet<string> = new Set([
  // Packages that somebody else wrote.
  ...['node_modules', 'bower_components', 'jspm_packages', 'site-packages', 'vendor', 'Pods', 'Carthage'],
  ...['.venv', 'venv', 'virtualenv', '.bundle', '.pnpm-store', '.yarn', 'elm-stuff', 'deps', '.eggs'],
  // What compilers and bundlers make.
  ...['dist', 'out', 'target', 'obj', '_build', '.build', 'DerivedData', 'dist-newstyle', '.stack-work'],
  ...['.next', '.nuxt', '.output', '.svelte-kit', '.angular', '.astro', '.docusaurus', '.vercel', '.netlify'],
  ...[
    '.gradle',
    '.dart_tool',
    'zig-cache',
    '.zig-cache',
    'zig-out',
    '.terraform',
    '.serverless',
    'CMakeFiles',
  ],
  // Caches, reports and traces.
  ...[
    '__pycache__',
    '.tox',
    '.nox',
    '.mypy_cache',
    '.pytest_cache',
    '.ruff_cache',
    '.hypothesis',
    '.ipynb_checkpoints',
  ],
  ...[
    '.cache',
    '.parcel-cache',
    '.turbo',
    '.nx',
    '.eslintcache',
    '.sass-cache',
    '.swc',
    '.vite',
    '.rpt2_cache',
  ],
  ...[
    'coverage',
    'htmlcov',
    '.nyc_output',
    'test-results',
    'playwright-report',
    'TestResults',
    'logs',
    'log',
  ],
  ...['tmp', 'temp', '.tmp', '.temp', '.idea', '.vscode', '.vs', '.git', '.hg', '.svn'],
]);

const FOLDER_ENDINGS: readonly string[] = ['.egg-info', '.dist-info', '.xcworkspace', '.framework', '.app'];

const FILE_ENDINGS: ReadonlySet<string> = new Set([
  ...[
    'pyc',
    'pyo',
    'pyd',
    'o',
    'obj',
    'a',
    'so',
    'dylib',
    'dll',
    'lib',
    'exe',
    'class',
    'jar',
    'war',
    'beam',
  ],
  ...[
    'log',
    'tmp',
    'temp',
    'swp',
    'swo',
    'bak',
    'orig',
    'rej',
    'pid',
    'lock',
    'tsbuildinfo',
    'map',
    'whl',
    'egg',
  ],
  ...['gcda', 'gcno', 'gcov', 'profraw', 'lcov', 'hi', 'dSYM', 'rlib', 'rmeta', 'd', 'cache'],
]);

const FILES: ReadonlySet<string> = new Set([
  '.DS_Store',
  'Thumbs.db',
  '.coverage',
  '.eslintcache',
  'npm-debug.log',
]);

/** Whether a folder of this name holds what tools make, wherever it is. */
export const isGeneratedFolder = (name: string): boolean =>
  FOLDERS.has(name) || FOLDER_ENDINGS.some(ending => name.endsWith(ending));

export const isGeneratedFile = (name: string): boolean => FILES.has(name) || FILE_ENDINGS.has(endingOf(name));

/** Whether the names in a folder tell that a tool made all of it, whatever the folder is called. */
export const isBuildFolder = (names: readonly string[]): boolean => names.some(name => MARKERS.test(name));

const MARKERS =
  /^(?:CACHEDIR\.TAG|CMakeCache\.txt|build\.ninja|\.ninja_log|pyvenv\.cfg|asset-manifest\.json|bdist\.[\w.-]{1,60}|temp\.[\w.-]{1,60})$|\.(?:tsbuildinfo|[cm]?js\.map|css\.map|d\.[cm]?ts|o|class|pyc|min\.js)$/;

/** Whether people write files of this name: code, or what code cannot do without. */
export const isSource = (name: string): boolean =>
  SOURCES.has(endingOf(name)) || /^(?:Make|Docker|Rake|Gem|Just)file$/.test(name);

const SOURCES: ReadonlySet<string> = new Set([
  ...[
    'js',
    'mjs',
    'cjs',
    'jsx',
    'ts',
    'mts',
    'cts',
    'tsx',
    'vue',
    'svelte',
    'astro',
    'py',
    'pyi',
    'pyx',
    'rb',
  ],
  ...[
    'go',
    'rs',
    'java',
    'kt',
    'kts',
    'scala',
    'groovy',
    'clj',
    'cljs',
    'c',
    'h',
    'cc',
    'cpp',
    'cxx',
    'hpp',
    'hh',
  ],
  ...[
    'cs',
    'fs',
    'vb',
    'php',
    'swift',
    'm',
    'mm',
    'dart',
    'ex',
    'exs',
    'erl',
    'hs',
    'ml',
    'mli',
    'lua',
    'pl',
    'pm',
  ],
  ...[
    'r',
    'R',
    'jl',
    'zig',
    'nim',
    'cr',
    'sh',
    'bash',
    'zsh',
    'ps1',
    'bat',
    'sql',
    'graphql',
    'gql',
    'proto',
  ],
  ...[
    'html',
    'css',
    'scss',
    'less',
    'sol',
    'tf',
    'nix',
    'asm',
    's',
    'f90',
    'cmake',
    'gradle',
    'feature',
    'bats',
  ],
]);

/** Longest ending that is looked up, in characters. */
const MAX_ENDING = 12;

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1, dot + 1 + MAX_ENDING);
}
