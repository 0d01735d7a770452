/** Compiles the sources to dist/ and writes the published schema there. */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { planJsonSchema } from '../src/plan/data/schema.ts';

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
writeFileSync('dist/plan.schema.json', `${JSON.stringify(planJsonSchema(), null, 2)}\n`);
chmodSync('dist/bin.js', 0o755);
