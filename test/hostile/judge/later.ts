import { spawnSync } from 'node:child_process';
import { gitIn, type Places } from '../places.ts';
import type { Scenario } from '../scenario.ts';
import type { RunEnd } from './end.ts';

/** Every phase landed but those that a person is asked about; what honest agents made is there as they made it. */
export function judgeLater({ phases, filter, ground }: Scenario, places: Places, { out }: RunEnd): string[] {
  const { checkout, environment } = places;
  if (
    spawnSync('git', ['-C', checkout, 'rev-parse', '--verify', '-q', 'work'], { env: environment }).status !==
    0
  )
    return ['later: there is no branch'];
  const format = '--format=%(trailers:key=Phasewright-Phase,valueonly,separator=%x2C)';
  const landed = gitIn(checkout, environment, 'log', format, 'main..work').split(/[\n,]/);
  const asked = askedAbout(out);
  const missing = phases.filter(
    ({ id, picks }) => !landed.includes(id) && (picks.length === 0 || !asked.includes(id)),
  );
  const filtered = spawnSync('git', ['-C', checkout, 'show', `work:nb/${phases.at(-1)!.id}.nb`], {
    env: environment,
    encoding: 'utf8',
  });
  const isSame = (path: string): boolean =>
    spawnSync('git', ['-C', checkout, 'diff', '--quiet', 'main', 'work', '--', path]).status === 0;
  const files = gitIn(checkout, environment, 'ls-tree', '-r', '--name-only', 'work').split('\n');
  return [
    ...missing.map(
      ({ id, picks }) => `later: ${picks.length === 0 ? 'honest' : 'once hostile'} phase did not land: ${id}`,
    ),
    ...(filter !== 'none' && isSame('.gitattributes') && filtered.stdout.includes('OUT')
      ? ["later: the user's own filter did not run"]
      : []),
    ...(files.some(path => path.startsWith('noise-'))
      ? ["later: the user's list of ignored files was not followed"]
      : []),
    ...(ground.hooks && isSame('.husky') && !files.includes('hooked.txt')
      ? ["later: the user's own hook did not run"]
      : []),
  ];
}

/** Phases that the run waits for a person to decide about. */
const askedAbout = (out: string): string[] =>
  out
    .split('\n')
    .filter(line => line.includes('"run_waiting"'))
    .flatMap(line => [...line.matchAll(/"(\d+)"/g)].map(([, id]) => id!));
