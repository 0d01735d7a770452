import { redactor } from '../../../src/base/secrets/redact.ts';
import { redactBytes } from '../../../src/base/secrets/redact-bytes.ts';
import { KINDS, PRIVATE_KEY } from '../../base/secrets/planted.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';

const ENVIRONMENT = {
  MY_TOKEN: 'tok-3fA9zQ71LmnoP4x8',
  SHORT_SECRET: 'ab12cd',
  MULTI_SECRET: 'first-line-abc\nx\nthird-line-def\ny',
  ODD_PASSWORD: 'pa"ss\\wo/rd&9ä',
  MYSQL_PWD: 'mysqlpw-4455',
  REDIS_URL: 'redis://bob:s3cr3tPw99@db/x',
};
const WHOLE = ['tok-3fA9zQ71LmnoP4x8', 'third-line-def', 'pa"ss\\wo/rd&9ä', 'mysqlpw-4455', 's3cr3tPw99'];
const TOKENS = Object.values(KINDS).filter(token => !token.includes(' '));
const ESCAPES = ['\x1B[1m', '\x1B[0m', '\x1B[38;5;12m', '\\u001b[31m', '\x1B', '\x1B['];
const JOINTS = ['\n', '\r\n', ' ', ',', '"', '\\n', ':', '', '='];
const OTHERS = ['ä', 'x', 'sk-', 'eyJ', '://a:', '@', 'first-line-abc\nx\n', 'AbCdEfGh/+12'.repeat(6)];
const CUT_KEY = PRIVATE_KEY.slice(0, -30);
/** More than is held back of a line. */
const LONG = 300 * 1024;
const KEPT = '\nkept ';

/** What is printed, in pieces, and last the seed of where it is cut. */
export const secrets: Target<readonly unknown[]> = {
  make(seed) {
    const r = random(seed);
    return [...Array.from({ length: 1 + r.below(12) }, () => piece(r)), seed];
  },
  judge(input) {
    const pieces = input.filter(each => typeof each === 'string');
    const text = pieces.join('');
    const bytes = Buffer.from(text);
    const redact = redactor(ENVIRONMENT);
    const once = through(redact, [bytes]);
    const seed = input.find(each => typeof each === 'number') ?? 0;
    const isLong = text.length > LONG;
    if (!isLong && once !== redact(text)) return 'bytes lose something else than their text does';
    const inPieces = through(redact, cut(bytes, random(seed)));
    if (!isLong && inPieces !== once) return 'what is lost hangs on where the output is cut';
    const left = [...WHOLE, ...TOKENS].find(
      secret => pieces.includes(secret) && isIn(inPieces, secret, text),
    );
    if (left !== undefined) return `${left} is left`;
    const lost = pieces.find(each => each.startsWith(KEPT) && !inPieces.includes(each.trim()));
    return lost === undefined ? null : `${lost.trim()} is lost`;
  },
};

/** Of a form, what touches it may make it another word, or a longer one. */
const isIn = (left: string, secret: string, text: string): boolean =>
  left.includes(secret) &&
  (WHOLE.includes(secret) || text.split(/[\s,"]/).every(word => word === secret || !word.includes(secret)));

function piece(r: Random): string {
  switch (r.below(8)) {
    case 0:
      return r.pick(WHOLE);
    case 1:
      return r.pick(TOKENS);
    case 2:
      return r.pick([PRIVATE_KEY, CUT_KEY, JSON.stringify(PRIVATE_KEY), ENVIRONMENT.MULTI_SECRET]);
    case 3:
      return `${KEPT}${r.below(1_000)}, in any case\n`;
    case 4:
      return r.pick(ESCAPES);
    case 5:
      return r.below(40) === 0 ? 'words '.repeat(60_000) : r.pick(OTHERS);
    default:
      return r.pick(JOINTS);
  }
}

function through(redact: ReturnType<typeof redactor>, chunks: readonly Buffer[]): string {
  const filter = redactBytes(redact);
  return Buffer.concat([...chunks.map(chunk => filter.push(chunk)), filter.end()]).toString('utf8');
}

function cut(bytes: Buffer, r: Random): Buffer[] {
  const size = bytes.length > 10_000 ? 65_536 : r.pick([1, 5, 40, 400]);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const to = Math.min(bytes.length, at + 1 + r.below(size));
    chunks.push(bytes.subarray(at, to));
    at = to;
  }
  return chunks;
}
