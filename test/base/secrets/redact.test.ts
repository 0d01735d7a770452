import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_KEY } from '../../../src/base/secrets/keys.ts';
import { SECRET_KINDS } from '../../../src/base/secrets/names.ts';
import { redactAll, redactor } from '../../../src/base/secrets/redact.ts';
import { redactBytes } from '../../../src/base/secrets/redact-bytes.ts';
import { KINDS, PRIVATE_KEY } from './planted.ts';

const redact = redactor({});

describe('secrets are taken out of texts', () => {
  it.each(Object.entries(KINDS))('that look like a %s', (_, secret) => {
    for (const text of [
      secret,
      `key=${secret}`,
      `"${secret}",`,
      `see ${secret} here`,
      `{\\"a\\":\\"${secret}\\"}`,
    ]) {
      const left = redact(text);
      expect(left).not.toContain(secret.slice(-12));
      expect(left).toContain('[redacted: ');
    }
  });

  it('that are the value of a variable with such a name', () => {
    const known = redactor({
      MY_API_KEY: 'correct horse battery',
      DEPLOY_TOKEN: 'abc"def\\ghi',
      DB_PASSWORD: ' hunter2hunter2\n',
      SOME_SECRET_VALUE: 'swordfish-swordfish',
    });
    expect(known('it is correct horse battery!')).toBe('it is [redacted: MY_API_KEY]!');
    expect(known('{"a":"abc\\"def\\\\ghi"}')).toBe('{"a":"[redacted: DEPLOY_TOKEN]"}');
    expect(known('hunter2hunter2 swordfish-swordfish')).toBe(
      '[redacted: DB_PASSWORD] [redacted: SOME_SECRET_VALUE]',
    );
  });

  it('the longer one first where one begins with the other', () => {
    expect(redactor({ A_KEY: 'abcdefgh', B_KEY: 'abcdefghijkl' })('abcdefghijkl')).toBe('[redacted: B_KEY]');
  });

  it('with the password in an address', () => {
    expect(redact('git clone https://ada:s3cr3t@example.com/x.git')).toBe(
      'git clone https://ada:[redacted: password]@example.com/x.git',
    );
    expect(redact('redis://:s3cr3t@cache:6379/0')).toBe('redis://:[redacted: password]@cache:6379/0');
  });

  it('with a whole private key, be its lines real or written', () => {
    expect(redact(`before\n${PRIVATE_KEY}\nafter`)).toBe('before\n[redacted: private key]\nafter');
    expect(redact(JSON.stringify({ a: PRIVATE_KEY, b: 1 }))).toBe('{"a":"[redacted: private key]","b":1}');
  });

  it('of a key that does not end so much as looks like one, and says so', () => {
    const cut = '[redacted: private key without an end]';
    expect(redact(PRIVATE_KEY.slice(0, 80))).toBe(cut);
    expect(redact(`${PRIVATE_KEY.slice(0, 80)}","b":1}`)).toBe(`${cut}","b":1}`);
    const [begin = '', ...lines] = PRIVATE_KEY.split('\n').slice(0, 4);
    expect(redact(`${begin}\nknown bug\nFAIL: n is wrong\n`)).toBe(`${cut}\nknown bug\nFAIL: n is wrong\n`);
    for (const prefix of ['', '+', '| ', '2030-01-01T00:00:00Z stdout ']) {
      const text = [begin, ...lines.slice(1)].map(line => prefix + line).join('\n');
      expect(redact(`${text}\nFAIL: n is wrong`), prefix).toBe(`${prefix}${cut}\nFAIL: n is wrong`);
    }
    expect(redact(`${begin}\n${lines.join('\n')}\nFAIL: n is wrong`)).toBe(`${cut}\nFAIL: n is wrong`);
    // The next one is a key of its own.
    expect(redact(`${begin}\nsome words\n${PRIVATE_KEY}\nafter`)).toBe(
      `${cut}\nsome words\n[redacted: private key]\nafter`,
    );
  });

  it('of a key whose beginning was cut off what looks like one, and says so', () => {
    const cut = '[redacted: private key without a beginning]';
    const rest = PRIVATE_KEY.slice(60);
    expect(redact(`FAIL: n is wrong\n${rest}\nmore`)).toBe(`FAIL: n is wrong\n${cut}\nmore`);
    expect(redact(JSON.stringify({ a: `that is ${rest}`, b: 1 }))).toBe(`{"a":"that is ${cut}","b":1}`);
    expect(redact(`${rest}\n${PRIVATE_KEY}\n${rest}`)).toBe(`${cut}\n[redacted: private key]\n${cut}`);
    const end = PRIVATE_KEY.split('\n').at(-1)!;
    for (const text of [
      end,
      `known bug\n${end}`,
      `${PRIVATE_KEY.split('\n')[2]}\nknown bug, that is all\n${end}`,
    ])
      expect(redact(text)).toBe(text);
  });

  it('of a key without end at most so much as the longest key has', () => {
    const [begin = '', , line = ''] = PRIVATE_KEY.split('\n');
    const lines = Array.from({ length: 1_000 }, (_, index) => `${line}${index}`);
    const left = redact([begin, ...lines, 'after'].join('\n'));
    expect(left.startsWith('[redacted: private key without an end]')).toBe(true);
    expect(left.endsWith(`\n${lines.at(-1)}\nafter`)).toBe(true);
    const taken = [begin, ...lines, 'after'].join('\n').length - left.length;
    expect(taken).toBeGreaterThan(MAX_KEY - 1_000);
    expect(taken).toBeLessThanOrEqual(MAX_KEY + begin.length);
    // Neither does an end that is far away.
    expect(redact(`${begin}\n${'words\n'.repeat(10_000)}-----END PRIVATE KEY-----`)).toContain('words');
  });

  it('whatever colours them, which stay', () => {
    const known = redactor({ MY_TOKEN: 'tok-3fA9zQ71LmnoP4x8' });
    expect(known('a \x1B[31mtok-3fA9\x1B[1mzQ71\x1B[0mLmnoP4x8 b')).toBe(
      'a \x1B[31m[redacted: MY_TOKEN]\x1B[1m\x1B[0m b',
    );
    expect(known('{"a":"tok-3fA9\\u001b[1mzQ71LmnoP4x8"}')).toBe('{"a":"[redacted: MY_TOKEN]"}');
    expect(known('tok-3fA9\x1B]8;;https://x.y\x07zQ71LmnoP4x8')).toBe('[redacted: MY_TOKEN]');
    expect(known('\x1B[tok-3fA9zQ71LmnoP4x8')).toBe('\x1B[[redacted: MY_TOKEN]');
    const { 'GitHub token': token = '' } = KINDS;
    const coloured = [...token].join('\x1B[1m');
    expect(known(coloured)).toMatch(/^\[redacted: GitHub token\]/);
    const key = PRIVATE_KEY.replaceAll(/(.{20})/g, '$1\x1B[2m');
    expect(known(`a\n${key}\nb`).replaceAll('\x1B[2m', '')).toBe('a\n[redacted: private key]\nb');
    expect(known('\x1B[31mred\x1B[0m')).toBe('\x1B[31mred\x1B[0m');
  });

  it('with each line of a value that has several', () => {
    const known = redactor({ MULTI_SECRET: 'line-one-abc\n\n  line-two-def\nx\n' });
    expect(known('a line-two-def b')).toBe('a [redacted: MULTI_SECRET] b');
    expect(known('line-one-abc\n\n  line-two-def\nx')).toBe('[redacted: MULTI_SECRET]');
    expect(known('x')).toBe('x');
    const key = redactor({ DEPLOY_KEY: PRIVATE_KEY });
    expect(key(PRIVATE_KEY.split('\n')[2]!)).toBe('[redacted: DEPLOY_KEY]');
    // What frames any key is no secret.
    expect(key(`${PRIVATE_KEY.split('\n')[0]} is how a key begins`)).toContain('private key without an end');
  });

  it('of any size that a variable can have, in one line or in many', () => {
    const some = (length: number): string =>
      Array.from({ length }, (_, i) => 'aB3/dE5+'[(i * i + (i >> 5)) % 8]).join('');
    const lines = Array.from({ length: 1_700 }, (_, i) => `${i}${some(70)}${i}`);
    for (const value of [some(130_000), lines.join('\n'), 'x\ny\n'.repeat(30_000)]) {
      const known = redactor({ SIGNING_KEY: value.trim() });
      expect(known(`a ${value.trim()} b`)).toBe('a [redacted: SIGNING_KEY] b');
      const filter = redactBytes(known);
      const half = value.indexOf('\n', value.length / 2) + 1;
      const pieces = [value.slice(0, half), value.slice(half).trim()].map(piece => Buffer.from(piece));
      expect(Buffer.concat([...pieces.map(filter.push), filter.end()]).toString()).toBe(
        '[redacted: SIGNING_KEY]',
      );
    }
    expect(redactor({ SIGNING_KEY: lines.join('\n') })(`a ${lines[40]} b`)).toBe(
      'a [redacted: SIGNING_KEY] b',
    );
  });

  it('short ones as words of their own', () => {
    const known = redactor({ SHORT_SECRET: 'ab12cd', LONG_SECRET: 'ab12cd34' });
    expect(known('ab12cd "ab12cd" x=ab12cd\\nab12cd')).toBe(
      '[redacted: SHORT_SECRET] "[redacted: SHORT_SECRET]" x=[redacted: SHORT_SECRET]\\n[redacted: SHORT_SECRET]',
    );
    expect(known('commit 3fab12cd9 ab12cde')).toBe('commit 3fab12cd9 ab12cde');
    expect(known('xab12cd34x')).toBe('x[redacted: LONG_SECRET]x');
  });

  it('with passwords that stand in addresses and connection strings of any variable', () => {
    const known = redactor({
      REDIS_URL: 'redis://bob:s3cr3t%2Fpw99@db:6379/0',
      HTTPS_PROXY: 'http://ada:pr0xypass@proxy:8080',
      STORAGE: 'AccountName=x;AccountKey=abcDEF123456==;EndpointSuffix=y',
    });
    expect(known('s3cr3t%2Fpw99 s3cr3t/pw99 pr0xypass abcDEF123456==')).toBe(
      '[redacted: REDIS_URL] [redacted: REDIS_URL] [redacted: HTTPS_PROXY] [redacted: STORAGE]',
    );
    expect(known('redis db:6379 bob')).toBe('redis db:6379 bob');
  });

  it('with the path of a webhook', () => {
    const known = redactor({ CI_WEBHOOK: 'https://ci.example.com/in/T0AAAAAAA/B0BBBBBBB?x=1' });
    expect(known('POST /in/T0AAAAAAA/B0BBBBBBB?x=1 at ci.example.com')).toBe(
      'POST /[redacted: CI_WEBHOOK] at ci.example.com',
    );
    expect(redactor({ CI_WEBHOOK: 'https://ci.example.com/hooks' })('the hooks')).toBe('the hooks');
  });

  it.each(SECRET_KINDS.flatMap(({ examples }) => examples))('that are in a variable called %s', name => {
    for (const each of [name, name.toLowerCase(), `CI_${name}`, `${name}_2`])
      expect(redactor({ [each]: 'quiet-harbour-42' })('a quiet-harbour-42 b'), each).toBe(
        `a [redacted: ${each}] b`,
      );
  });

  it('with letters beyond ASCII, also where bytes are read one by one', () => {
    const known = redactor({ A_PASSWORD: 'pässwörter' });
    expect(known('pässwörter')).toBe('[redacted: A_PASSWORD]');
    expect(known(Buffer.from('pässwörter').toString('latin1'))).toBe('[redacted: A_PASSWORD]');
  });

  it('within JSON in JSON', () => {
    const known = redactor({ A_TOKEN: 'abc"def\\ghi' });
    expect(known(JSON.stringify(JSON.stringify({ a: 'abc"def\\ghi' })))).toBe(
      '"{\\"a\\":\\"[redacted: A_TOKEN]\\"}"',
    );
  });

  it('at any depth of a value, but not out of names', () => {
    const { 'GitHub token': token } = KINDS;
    expect(redactAll({ [token!]: [1, null, { a: `x ${token}` }] }, redact)).toEqual({
      [token!]: [1, null, { a: 'x [redacted: GitHub token]' }],
    });
  });
});

describe('what is no secret stays', () => {
  it.each([
    'const token = readToken();',
    'sk-learn and risk-free task-lists are words',
    'commit 3f2c1a9b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a',
    'sha512-AbCdEf0123456789AbCdEf0123456789AbCdEf0123456789==',
    'https://example.com:8080/path@x',
    'the bearer of bad news',
  ])('%s', text => expect(redact(text)).toBe(text));

  it('paths, short values and ordinary variables', () => {
    const known = redactor({
      SSH_AUTH_SOCK: '/run/agent.sock',
      A_TOKEN: 'x',
      HOME: 'somewhere-nice',
      KEYBOARD: 'qwertzuiop',
    });
    expect(known('/run/agent.sock x somewhere-nice qwertzuiop')).toBe(
      '/run/agent.sock x somewhere-nice qwertzuiop',
    );
  });

  it.each([
    ['X_AUTH', 'production'],
    ['X_AUTH', 'True'],
    ['DB_PASSWORD', 'postgres'],
    ['DB_PASSWORD', 'abcdef'],
    ['DB_PASSWORD', 'ab1'],
    ['ACCESS_TOKEN_TTL', '86400000'],
    ['MAX_TOKEN', '200000'],
    ['SSL_KEY', '/etc/ssl/private/site.pem'],
    ['SSL_KEY', './keys/site.pem'],
    ['AWS_WEB_IDENTITY_TOKEN_FILE', 'somewhere/else'],
    ['SSH_ASKPASS', 'ask-for-it-nicely'],
    ['OLDPWD', 'a-folder-like-others'],
    ['PWD', 'a-folder-like-others'],
    ['AUTHOR_NAME', 'Ada Lovelace'],
    ['COMPASS', 'north-by-northwest'],
    ['API_URL', 'http://localhost:8080/users@home'],
  ])('%s=%s', (name, value) => expect(redactor({ [name]: value })(`a ${value} b`)).toBe(`a ${value} b`));

  it('but a secret may begin like a path', () => {
    expect(redactor({ A_SECRET: '/aB3dE5fG/7hJ9kL1m+N2p' })('/aB3dE5fG/7hJ9kL1m+N2p')).toBe(
      '[redacted: A_SECRET]',
    );
  });
});

describe('secrets are taken out of bytes', () => {
  const through = (chunks: readonly Buffer[]): string => {
    const filter = redactBytes(redact);
    return Buffer.concat([...chunks.map(chunk => filter.push(chunk)), filter.end()]).toString('utf8');
  };

  it('wherever the output is cut', () => {
    const secrets = Object.values(KINDS);
    const text = `Grüße ✓\n${secrets.map(secret => `a ${secret} b`).join('\n')}\n${PRIVATE_KEY}\nend 日本`;
    const bytes = Buffer.from(text);
    const whole = through([bytes]);
    for (const secret of [...secrets, 'MIIEvQIBADANBg']) expect(whole).not.toContain(secret);
    expect(whole.startsWith('Grüße ✓\na [redacted')).toBe(true);
    expect(whole.endsWith('\nend 日本')).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), cuts => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
        expect(through(chunks)).toBe(whole);
      }),
    );
  });

  it('also in a line without end', () => {
    const { 'GitHub token': token } = KINDS;
    const long = `${'x '.repeat(200_000)}${token}${' y'.repeat(200_000)}`;
    const pieces = Array.from({ length: 100 }, (_, i) => Buffer.from(long.slice(i * 8_005, (i + 1) * 8_005)));
    expect(through(pieces)).not.toContain(token);
  });

  it('wherever in such a line it stands, also where a part of it is passed on', () => {
    const { 'GitHub token': token = '' } = KINDS;
    for (const secret of [token, JSON.stringify(PRIVATE_KEY)]) {
      // From before the place of the cut until after it, a line is handed over in one piece and what follows in another.
      for (let before = 256 * 1024 - 8 * 1024 - 600; before < 256 * 1024 - 8 * 1024 + 100; before += 23) {
        const text = `${' '.repeat(before)}${secret}${' '.repeat(256 * 1024 - before)} and more`;
        const at = 256 * 1024 + 1;
        const left = through([Buffer.from(text.slice(0, at)), Buffer.from(text.slice(at))]);
        expect(left.trimStart().slice(0, 12), `at ${before}`).toMatch(/^"?\[redacted:/);
        expect(left).not.toContain(secret.slice(-20, -8));
      }
    }
  });

  it('a key that does not end holds nothing back for long', () => {
    const filter = redactBytes(redact);
    const lines = (n: number): Buffer => Buffer.from('evil deed\n'.repeat(n));
    let left = filter.push(Buffer.from('-----BEGIN PRIVATE KEY-----\n')).toString();
    expect(left).toBe('');
    for (let n = 0; n < 40; n += 1) left += filter.push(lines(100)).toString();
    expect(left).toBe(`[redacted: private key without an end]\n${'evil deed\n'.repeat(4_000)}`);
  });

  it('the whole of a value with short lines, line by line', () => {
    const known = redactor({ A_SECRET: 'ab1\ncd2\nef3' });
    const filter = redactBytes(known);
    const pushed = ['x\nab1\n', 'cd2\n', 'ef3\n', 'ab1\n', 'y\n'].map(text =>
      filter.push(Buffer.from(text)).toString(),
    );
    expect(pushed).toEqual(['x\n', '', '[redacted: A_SECRET]\n', '', 'ab1\ny\n']);
  });

  it('and leaves bytes that are no text as they are', () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256));
    const filter = redactBytes(redact);
    expect(Buffer.concat([filter.push(bytes), filter.end()])).toEqual(bytes);
  });
});
