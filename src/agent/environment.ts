import type { SessionOptions } from './port.ts';
import type { Surroundings } from './surroundings.ts';

/** How the network is reached from here; whoever needs these cannot do without. */
const NETWORK = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

/**
 * The environment of an agent: what every session has, what the network needs, the variables of the user's that this
 * agent is known to need or is to have, and what we set ourselves.
 */
export function environmentFor(
  { environment }: Pick<SessionOptions, 'environment'>,
  { userEnvironment, options }: Surroundings,
  needed: readonly string[],
  ours: Readonly<Record<string, string>>,
): Record<string, string> {
  const passed: Record<string, string> = { ...environment };
  for (const name of [...NETWORK, ...needed, ...options.environment]) {
    const value = userEnvironment[name];
    if (value !== undefined && value !== '') passed[name] = value;
  }
  return { ...passed, ...ours };
}
