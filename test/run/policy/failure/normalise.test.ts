import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CHARACTERS, normalise } from '../../../../src/run/policy/failure/normalise.ts';
import { OF_CODE } from './outputs-of-code.ts';
import { OF_RUNS } from './outputs-of-runs.ts';

const NO_MODULE = "ModuleNotFoundError: No module named 'foo' at /path/file.py";

describe('a normalised message', () => {
  it('is the same wherever and whenever the failure was [003-15]', () => {
    expect(normalise(`${NO_MODULE}:42`)).toBe("modulenotfounderror: no module named 'foo' at [path]:[n]");
    expect(normalise(`${NO_MODULE}:52`)).toBe(normalise(`${NO_MODULE}:42`));
    expect(normalise('2026-01-02T03:04:05Z boom at 10:11:12.345')).toBe('[time] boom at [time]');
  });

  it.each<[what: string, message: string, expected: string]>([
    ['capitals', 'ERROR: No', 'error: no'],
    ['colours', '\x1b[1;31merror\x1b[0m: no', 'error: no'],
    ['blanks and lines', '  a \t b\r\n\n c ', 'a b c'],
    ['a path', 'in /srv/app/src/users.ts', 'in [path]'],
    ['a path in quotes', "open '/srv/app/package.json'", "open '[path]'"],
    ['a path at home', 'read ~/.npmrc.', 'read [path].'],
    ['a relative path', 'src/users.ts: no', '[path]: no'],
    ['a path from here', "cannot find module '../src/users'", "cannot find module '[path]'"],
    ['a path of Windows', 'C:\\Work\\users.cs(8,23): error CS0246', '[path]([n],[n]): error cs0246'],
    ['a path of Windows with slashes', 'D:/src/a.py:3', '[path]:[n]'],
    ['a path of another machine', '\\\\host\\share\\a.txt', '[path]'],
    ['a file address', 'at file:///srv/users_test.ts:5:18', 'at [path]:[n]'],
    ['a path in a stack', 'at list (/srv/users.js:3:14)', 'at list ([path]:[n])'],
    ['an address', 'get http://localhost:3000/users/12', 'get [url]'],
    ['a bare file with its place', 'userstest.java:12', 'userstest.java:[n]'],
    ['line and column', '3:7 error', '[n]:[n] error'],
    ['the line in words', 'on line 42, column 7', 'on line [n], column [n]'],
    ['a port', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect econnrefused [n]:[n]'],
    ['a port by name', 'localhost:8080 refused', 'localhost:[n] refused'],
    ['an address in memory', '<Users object at 0x7f0ea751bb90>', '<users object at [id]>'],
    ['a commit', 'at a1b2c3d4e5f60718293a4b5c6d7e8f9012345678', 'at [id]'],
    ['a short commit', 'bad object 3f2a91c', 'bad object [id]'],
    ['an id at the end of a name', 'deps sums-ecd90ae6b2807d0f', 'deps sums-[id]'],
    ['a UUID', 'user 123E4567-e89b-12d3-a456-426614174000 gone', 'user [id] gone'],
    ['an id of a request', 'request_id req_011CSHoEeqs5C35K2UUqR7Fy', 'request_id [id]'],
    ['a date and a time', '2026-11-16 10:00:00.123 failed', '[time] failed'],
    ['a moment with a zone', '[2026-11-16T10:00:00+01:00] failed', '[[time]] failed'],
    ['seconds since 1970', 'reset|1763316000', 'reset|[n]'],
    ['a duration', 'took 1.23s', 'took [duration]'],
    ['a duration with its unit apart', 'failed in 45 ms', 'failed in [duration]'],
    ['a long duration', 'after 1h23m45s', 'after [duration]'],
    ['a name for the time being', 'in /tmp/tmpab12/x.txt and tmpk3j9x_a', 'in [path] and [tmp]'],
    ['a folder of pytest', 'pytest-of-ann/pytest-12/test0', '[path]'],
    ['a number', 'expected 3, got -1.5 (50%)', 'expected [n], got [n] ([n]%)'],
    ['a number of something', '12kb of 3/7', '[n]kb of [n]/[n]'],
    ['a version', 'Node.js v24.21.0', 'node.js v[n]'],
    [
      'what only looks like one of them',
      "utf8 E0425 'and/or' defaced @acme/users",
      "utf8 e0425 'and/or' defaced @acme/users",
    ],
  ])('has a mark for %s', (_, message, expected) => {
    expect(normalise(message)).toBe(expected);
  });

  it('tells different failures apart', () => {
    const messages = [
      "No module named 'foo'",
      "No module named 'bar'",
      'E0425',
      'E0432',
      'TS2305',
      '@a/b',
      '@a/c',
    ];
    expect(new Set(messages.map(normalise)).size).toBe(messages.length);
  });

  it('has a bounded length, and takes no longer for a longer message', () => {
    for (const unit of [
      '1,',
      '1s ',
      'a/b.c:1:',
      '1::',
      'deadbe1-',
      '/',
      '\x1b[',
      '[n] s',
      'İ',
      '\u{1f4a5}',
    ]) {
      const text = normalise(unit.repeat(300_000));
      expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
      expect(normalise(text), unit).toBe(text);
    }
  });

  it('stays the same when it is normalised once more', () => {
    for (const [what, , , text] of [...OF_CODE, ...OF_RUNS]) {
      expect(normalise(normalise(text)), what).toBe(normalise(text));
    }
    const piece = fc.oneof(
      fc.constantFrom(
        ...'/ \\ : :: . .. - _ @ # + ~ % = , ; | ( ) [ ] { } < > " \' ` ! ? * … $ & v s ms h am z t e x 0x tmp temp req_'.split(
          ' ',
        ),
      ),
      fc.constantFrom(
        '[n]',
        '[path]',
        '[time]',
        '[id]',
        '[duration]',
        '[tmp]',
        'c:\\',
        'file://',
        'http://',
        '.ts',
        '\x1b[31m',
        '\x1b',
        '\n',
        ' ',
      ),
      fc.constantFrom(
        '2026-11-16',
        '10:00:00',
        'T10:00:00Z',
        'deadbee1',
        '123e4567-e89b-12d3-a456-426614174000',
        'seconds',
        'line',
      ),
      fc.nat({ max: 99_999 }).map(String),
      fc.constantFrom('İ', 'ß', 'Σ', 'µs', '\u2028', '\u00a0', '\ud800', '\u{1f4a5}', '١'),
      fc.string({ maxLength: 4 }),
    );
    const often = fc.oneof(
      { weight: 19, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constant(400) },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), often, (pieces, times) => {
        const once = normalise(pieces.join('').repeat(times));
        expect(normalise(once)).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });
});
