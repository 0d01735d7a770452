import { basename } from 'node:path';
import { SCRIPTS } from '../completion/scripts.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { SHELLS, type Shell } from '../formats.ts';
import type { Terminal } from '../terminal.ts';

/** `phasewright completion`: the script of a shell, by default of the user's own. */
export function completion(
  named: Shell | undefined,
  environment: Readonly<NodeJS.ProcessEnv>,
  { out }: Terminal,
): ExitCode {
  out(SCRIPTS[named ?? shellIn(environment)]);
  return EXIT.completed;
}

function shellIn({ SHELL = '' }: Readonly<NodeJS.ProcessEnv>): Shell {
  const name = basename(SHELL);
  const known = SHELLS.find(shell => shell === name);
  if (known) return known;
  throw new UsageError(
    name === '' ? 'SHELL does not say which shell you use' : `there is no script for ${name}`,
    `Name one: ${SHELLS.map(shell => `phasewright completion ${shell}`).join(', ')}`,
  );
}
