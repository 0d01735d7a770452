import type { FailureCategory } from '../../../failure.ts';
import { firstSign, type SignRule } from './rule.ts';

/** What the machine and the network say. A limit on watched files has the code of a full disk and is none. */
const MACHINE: readonly SignRule[] = [
  [
    'infra.disk',
    /\b(?:ENOSPC|EDQUOT)\b(?!: System limit)|No space left on device|Disk quota exceeded|database or disk is full/i,
  ],
  [
    'infra.crash',
    /^Killed$|: Killed$|\d Killed +\S|^signal: killed$|\(signal: 9, SIGKILL: kill\)|Killed signal terminated program|terminated with signal 9 |\bOOMKilled\b|(?:: |12\] |12 )Cannot allocate memory|^fatal error: runtime: out of memory/,
  ],
  [
    'infra.network',
    /\bEAI_AGAIN\b|Could not resolve host|Temporary failure in name resolution|Network is unreachable|\bENETUNREACH\b/,
  ],
  [
    'infra.network',
    /^(?:npm|pnpm|yarn) .{0,200}(?:ECONNRESET|ETIMEDOUT|ENOTFOUND|ECONNREFUSED|ERR_SOCKET_TIMEOUT)\b/,
  ],
  [
    'infra.network',
    /Failed to establish a new connection|: dial tcp: lookup .{1,200}: (?:no such host|server misbehaving)|^error: failed to download from |spurious network error|Could not transfer artifact|TLS handshake timeout|^Unable to connect to the remote|Could not fetch specs from |^E: Failed to fetch /,
  ],
];
/** Of a host by name. That a port of this machine refuses says nothing about the network. */
const HOST =
  /\b(?:getaddrinfo ENOTFOUND|connect (?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH)|Failed to connect to) ([\w.:-]{1,253})/;
const LOCAL =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.)|\.(?:localhost|local|internal|test|invalid|example)$|\bexample\.(?:com|org|net)$/;

/** What a tool says that finds no project of its kind, or is of a version that the project does not go with. */
const STACK: readonly RegExp[] = [
  /^npm (?:error|ERR!) (?:enoent )?(?:Could not read package\.json|ENOENT: no such file or directory, open '[^']*package\.json')/,
  /^\s?ERR_PNPM_NO_(?:PKG|IMPORTER)_MANIFEST|^error Couldn't find a package\.json file|^\s?ERR_PNPM_UNSUPPORTED_ENGINE/,
  /^npm (?:error|ERR!) code EBADENGINE|^error \S+: The engine "\w+" is incompatible with/,
  /^error: could not find `Cargo\.toml`|^error: no `?Cargo\.toml`? /,
  /^go: (?:go\.mod file not found|cannot find main module|go\.mod requires go >= )/,
  /there is no POM in this directory|^Directory '[^']*' does not contain a Gradle build/,
  /error MSB1003: |error NETSDK1045: |^A compatible \.NET SDK was not found/,
  /^Could not locate Gemfile|^Your Ruby version is \S+, but your Gemfile specified /,
  /^Composer could not find a composer\.json file|^Root composer\.json requires php /,
  /^Poetry could not find a pyproject\.toml|^error: No `pyproject\.toml` found|^ERROR: .*Neither 'setup\.py' nor 'pyproject\.toml' found/,
  /^ERROR: Package '[^']+' requires a different Python: |^The currently activated Python version \S+ is not supported by the project/,
  /^error: package `[^`]+` cannot be built because it requires rustc |^error: rustc \S+ is not supported by /,
  /^error: (?:release version \d+ not supported|invalid (?:target|source) release: )|Fatal error compiling: (?:error: )?(?:invalid (?:target|source) release|release version)/,
  /^(?:java\.lang\.)?UnsupportedClassVersionError: |Unsupported class file major version \d/,
];

const isLocal = (host: string): boolean => {
  const name = host.split(':', 1)[0]!;
  return !name.includes('.') || LOCAL.test(name);
};

/** Whether a statement tells of the machine, the network, or a project of another kind than its tool expects. */
export function surroundingsSign(statement: string): FailureCategory | null {
  const [, host] = HOST.exec(statement) ?? [];
  if (host !== undefined && !isLocal(host)) return 'infra.network';
  return (
    firstSign(MACHINE, statement) ??
    (STACK.some(pattern => pattern.test(statement)) ? 'wrong_tech_stack' : null)
  );
}
