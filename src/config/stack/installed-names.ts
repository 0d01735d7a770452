/*
 * Where packages are installed inside of a repository, and what lies there though nobody installed it.
 */

/** Names of folders of packages, wherever they are, and of files that lead to packages. */
const NAMES: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', 'jspm_packages', '.yarn', '.pnp.cjs', '.pnp.loader.mjs'],
  ...['.venv', 'venv', 'virtualenv', 'site-packages', 'dist-packages', '__pypackages__', '.eggs', '.pixi'],
  ...['vendor', '.bundle', 'deps', 'Pods', 'Carthage', 'lua_modules', 'nimbledeps', '_opam', 'renv'],
  ...['vcpkg_installed', '.haxelib'],
]);

/** Names of files and folders below them that tools keep for themselves, and can do without. */
const CACHES: ReadonlySet<string> = new Set([
  ...['.cache', '.vite', '.vite-temp', '.vitest', '.experimental-vitest-cache', '.tmp', '.astro', '.swc'],
  ...['.vue-global-types', '.nyc_output', '.package-lock.json', '.pnpm-workspace-state.json'],
  ...['.pnpm-workspace-state-v1.json', '__pycache__', '.pytest_cache', '.lock', '.DS_Store'],
]);

/** Whether what lies at this path was installed, if git ignores it. */
export const isInstalled = (path: string): boolean => path.split('/').some(part => NAMES.has(part));

/** Whether a file among installed ones is there for a tool alone, which makes it again. */
export const isToolCache = (path: string): boolean =>
  /\.py[co]$/.test(path) || path.split('/').some(part => CACHES.has(part));
