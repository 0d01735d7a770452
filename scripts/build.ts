/** Compiles the sources to dist/ and writes the published schemas and the manual page there. */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { settingsJsonSchema } from '../src/cli/settings/file-schema.ts';
import { version } from '../src/cli/version.ts';
import { planJsonSchema } from '../src/plan/data/schema.ts';
import { executionStateJsonSchema } from '../src/view/record/execution-state.ts';
import { manPage } from './man.ts';

rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
writeFileSync('dist/plan.schema.json', `${JSON.stringify(planJsonSchema(), null, 2)}\n`);
writeFileSync('dist/settings.schema.json', `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
writeFileSync('dist/execution-state.schema.json', `${JSON.stringify(executionStateJsonSchema(), null, 2)}\n`);
writeFileSync('dist/phasewright.1', manPage(version(), new Date().toISOString().slice(0, 10)));
chmodSync('dist/bin.js', 0o755);
