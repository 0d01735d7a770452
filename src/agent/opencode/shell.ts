import { basename, join } from 'node:path';
import { shellWord } from '../../base/shell-word.ts';
import { findProgram } from '../find-program.ts';
import { putFile } from '../home-files.ts';
import { KEYS } from './providers.ts';

/** The shell that the agent runs commands with. */
interface CommandShell {
  readonly path: string;
  /** Whether it cannot write to files by itself, as `echo >file` does. */
  readonly isRestricted: boolean;
}

/** What commands of the agent need not know: keys, and how OpenCode itself is spoken to. */
const HIDDEN = [...KEYS, 'OPENCODE_SERVER_PASSWORD', 'OPENCODE_CONFIG_CONTENT'];

/**
 * Puts a program between OpenCode and the shell, since OpenCode passes all of its environment on. Where commands are to
 * read only, it calls the restricted shell: OpenCode does not ask for a redirection that has no command.
 */
export function commandShell(home: string, path: string, isReadOnly: boolean): CommandShell {
  const bash = findProgram('bash', path);
  const shell = bash ?? '/bin/sh';
  const isRestricted = isReadOnly && bash !== null;
  const folder = join(home, isRestricted ? 'restricted-shell' : 'shell');
  // OpenCode goes by the name.
  const file = join(folder, basename(shell));
  const words = [shellWord(shell), ...(isRestricted ? ['-r'] : []), '"$@"'];
  putFile(home, file, `#!/bin/sh\nunset ${HIDDEN.join(' ')}\nexec ${words.join(' ')}\n`, 0o755);
  return { path: file, isRestricted };
}
