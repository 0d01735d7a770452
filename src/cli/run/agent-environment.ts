import { absoluteFolders } from '../../base/search-path.ts';

/** What agents and checks see of the user's environment; keys and tokens are not among it. */
const PASSED_ON = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|TMPDIR|XDG_[A-Z_]+)$/;

export function agentEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, given] of Object.entries(environment)) {
    const value = name === 'PATH' && given !== undefined ? absoluteFolders(given) : given;
    if (value !== undefined && PASSED_ON.test(name)) passed[name] = value;
  }
  return passed;
}
