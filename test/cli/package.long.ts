import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { phasewright, scratch } from './phasewright.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Packs the package as `npm publish` would and lays it out as an install does. */
function installed(): string {
  const folder = scratch();
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  execFileSync('tar', ['-xzf', join(folder, `phasewright-${manifest.version}.tgz`), '-C', folder]);
  return join(folder, 'package');
}

describe('the package', () => {
  it('starts from compiled JavaScript, ships types, maps and the schemas, and no sources', async () => {
    const folder = installed();
    const script = join(folder, 'dist', 'bin.js');
    expect(await phasewright(['--version'], { script })).toEqual({
      code: 0,
      out: `${manifest.version}\n`,
      err: '',
    });
    const { code, out } = await phasewright(['check', '-'], { script, input: '### Task 1: One\n' });
    expect({ code, out }).toEqual({
      code: 0,
      out: '<stdin>: ok: 1 phase, 1 subtask, 1 batch, width 1 (format: tasks)\n',
    });
    const files = readdirSync(folder, { recursive: true }).map(String);
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/index.js',
        'dist/index.d.ts',
        'dist/index.js.map',
        'dist/execution-state.schema.json',
        'dist/phasewright.1',
        'dist/plan.schema.json',
        'dist/settings.schema.json',
        'LICENSE',
        'README.md',
      ]),
    );
    expect(files.filter(file => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
  });

  it('can be used as a library', async () => {
    const { convert, parse } = await import('../../src/index.ts');
    const { plan, diagnostics } = await parse('### Task 1: One\n');
    expect(diagnostics).toEqual([]);
    expect(JSON.parse(convert(plan, 'json')).phases[0].title).toBe('One');
  });
});

describe('an old Node', () => {
  it.each(['20.20.2', '22.17.1', '18.0.0'])('%s gets one clear sentence and exit 2', async version => {
    const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}});Object.defineProperty(process,'version',{value:'v${version}'})`;
    const { code, out, err } = await phasewright(['check', 'plan.md'], {
      nodeArguments: ['--import', pretend],
    });
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toBe(
      `phasewright needs Node.js 22.18 or newer, and this is v${version}: install a newer Node.js.\n`,
    );
  });
});
