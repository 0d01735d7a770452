import { expect, it } from 'vitest';
import { isInstalled, isToolCache } from '../../../src/config/stack/installed-names.ts';

it.each<[path: string, isThere: boolean]>([
  ['node_modules', true],
  ['packages/a/node_modules/x/index.js', true],
  ['.venv/bin/pytest', true],
  ['env/lib/python3.13/site-packages/x.py', true],
  ['vendor/bundle/x.rb', true],
  ['.pnp.cjs', true],
  ['dist/a.js', false],
  ['src/my-vendor/a.js', false],
  ['node_modules.txt', false],
  ['xpnp.cjs', false],
])('knows where packages are installed: %s', (path, isThere) => expect(isInstalled(path)).toBe(isThere));

it.each<[path: string, isCache: boolean]>([
  ['node_modules/.cache/babel/x.json', true],
  ['node_modules/.vite/vitest/results.json', true],
  ['node_modules/.package-lock.json', true],
  ['.venv/lib/site-packages/x/__pycache__/y.cpython-313.pyc', true],
  ['.venv/lib/site-packages/x.pyc', true],
  ['node_modules/.bin/x', false],
  ['node_modules/.prisma/client/index.js', false],
  ['.venv/lib/site-packages/x.py', false],
])('knows what tools keep there for themselves: %s', (path, isCache) =>
  expect(isToolCache(path)).toBe(isCache),
);
