import { isSecretName } from './names.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Shorter values are no secrets, in characters: they would be found in innocent words. */
export const MIN_CHARACTERS = 6;
/** From so many on a value may be letters alone, and is found in the middle of a word, too. */
export const MIN_PLAIN_CHARACTERS = 8;
/** From so many on a number is a secret; shorter ones are limits, ports and times. */
export const MIN_DIGITS = 10;
/** How many lines of a value are secrets of their own. */
const MAX_LINES = 500;

/** Values that say how something is done, or that everybody knows: to hide them would make messages unreadable. */
const ORDINARY = new Set(
  `true false yes no none null undefined nil on off enabled disabled enable disable required optional default auto
  automatic always never unset empty basic bearer digest oauth oauth2 apikey api_key token password passwd passphrase
  secret secrets private public username anonymous nobody guest user admin administrator root test testing tester example
  sample dummy placeholder changeme change_me changeit redacted hidden masked development develop production staging
  preview release debug verbose local localhost postgres postgresql mysql mariadb mongodb mongo redis sqlite sqlite3
  rabbitmq elasticsearch keychain keyring github gitlab google amazon azure vault docker inherit system session
  https:// http:// service_account`.split(/\s+/),
);

/** A value by which something is opened, and how it is told. */
export interface KnownSecret {
  readonly text: string;
  /** The variable that holds it. */
  readonly name: string;
}

/** What is secret in the values of variables: longest first, so that one which begins with another is taken as a whole. */
export function secretsOf(environment: Environment): readonly KnownSecret[] {
  const found = new Map<string, string>();
  for (const [name, value = ''] of Object.entries(environment)) {
    const texts = isSecretName(name) ? [...wholeAndParts(name, value.trim())] : [];
    for (const text of [...texts, ...passwordsIn(value)]) {
      if (!isSecret(text)) continue;
      for (const spelling of spellings(text)) if (!found.has(spelling)) found.set(spelling, name);
    }
  }
  return [...found].map(([text, name]) => ({ text, name })).sort((a, b) => b.text.length - a.text.length);
}

/** A path is where a secret lies, and is needed to read messages. */
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/](?:[a-z][a-z0-9]{1,30}|[A-Z][a-z]{1,30})(?:[\\/. _-]|$)/;
/** Lines that say what stands between them, such as those around a certificate. */
const FRAME = /^-{4,5} ?(?:BEGIN|END) [^-]{1,80}-{4,5}$/;
const NUMBER = /^[\d.,:+-]+$/;
const LETTERS = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/;

function isSecret(text: string): boolean {
  if (text.length < MIN_CHARACTERS || ORDINARY.has(text.toLowerCase()) || PATH.test(text) || FRAME.test(text))
    return false;
  if (NUMBER.test(text)) return text.length >= MIN_DIGITS;
  return text.length >= MIN_PLAIN_CHARACTERS || !LETTERS.test(text);
}

/** The value, each of its lines, and where an address is a secret, the part of it that nobody could guess. */
function* wholeAndParts(name: string, value: string): Iterable<string> {
  yield value;
  const lines = value.split(/[\r\n]+/, MAX_LINES);
  if (lines.length > 1) yield* lines.map(line => line.trim()).filter(isLongLine);
  const path = /WEBHOOK/i.test(name) ? /^https?:\/\/[^/\s]{1,300}\/(\S+)$/.exec(value)?.[1] : undefined;
  if (path !== undefined && path.length >= MIN_PATH_CHARACTERS) yield path;
}

const isLongLine = (line: string): boolean => line.length >= MIN_PLAIN_CHARACTERS;

/** Of a webhook, a shorter path is `hooks/ci` rather than something to guess. */
const MIN_PATH_CHARACTERS = 16;

const IN_ADDRESS = /:\/\/[^\s/:@]{0,100}:([^\s/@]{1,200})@/g;
const IN_CONNECTION =
  /(?:^|;)\s{0,9}(?:Password|Pwd|AccountKey|SharedAccessKey|SharedAccessSignature)\s{0,9}=([^;]{1,500})/gi;

/** Passwords in addresses and connection strings, whatever the variable is called. */
function* passwordsIn(value: string): Iterable<string> {
  for (const pattern of [IN_ADDRESS, IN_CONNECTION]) {
    for (const [, password = ''] of value.matchAll(pattern)) {
      yield password;
      yield decoded(password);
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** As it is, within JSON and within JSON in JSON, within an address, and as its bytes read one by one. */
function spellings(text: string): readonly string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const inAddress = text.isWellFormed() ? encodeURIComponent(text) : text;
  const all = [text, inJson, JSON.stringify(inJson).slice(1, -1), inAddress];
  return [...new Set([...all, ...all.map(bytewise)])];
}

const bytewise = (text: string): string => Buffer.from(text).toString('latin1');
