import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  });

  it('with a whole private key, be its lines real or written', () => {
    expect(redact(`before\n${PRIVATE_KEY}\nafter`)).toBe('before\n[redacted: private key]\nafter');
    expect(redact(JSON.stringify({ a: PRIVATE_KEY, b: 1 }))).toBe('{"a":"[redacted: private key]","b":1}');
    expect(redact(PRIVATE_KEY.slice(0, 80))).toBe('[redacted: private key]');
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

  it('and leaves bytes that are no text as they are', () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256));
    const filter = redactBytes(redact);
    expect(Buffer.concat([filter.push(bytes), filter.end()])).toEqual(bytes);
  });
});
