import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRaw, quotedPath, summarised } from '../../src/git/changes.ts';
import { commitText, parseCommit, parseIdentity } from '../../src/git/commit.ts';
import { attemptRef, component, runPrefix } from '../../src/git/ref-names.ts';
import { namesPhase, withTrailersOf } from '../../src/git/trailers.ts';

describe('a phase id in the name of a ref', () => {
  const CASES: readonly (readonly [string, string])[] = [
    ['2', '2'],
    ['2/1', '2%2F1'],
    ['1.1', '1.1'],
    ['10a_b-c', '10a_b-c'],
    ['', '%'],
    ['a%2Fb', 'a%252Fb'],
    ['..', '%2E%2E'],
    ['a..b', 'a%2E.b'],
    ['x.lock', 'x%2Elock'],
    ['work', '%77ork'],
    ['-x', '%2Dx'],
    ['ż', '%C5%BC'],
  ];
  it.each(CASES)('%j is %s', (id, expected) => expect(component(id)).toBe(expected));

  it('is valid for git, whatever the id', () => {
    const odd = [
      '@',
      '@{',
      '~',
      '^',
      ':',
      '?',
      '*',
      '[',
      '\\',
      ' ',
      '\n',
      '\0',
      '.',
      './',
      '/',
      '//',
      '\x7f',
      'a.',
      '.lock',
    ];
    for (const id of [...odd, ...odd.map(part => `a${part}b`), ...odd.map(part => part.repeat(90))]) {
      const ref = attemptRef('r', { phase: id, attempt: 1, lane: 2 });
      expect(spawnSync('git', ['check-ref-format', ref]).status, JSON.stringify(id)).toBe(0);
      expect(Math.max(...ref.split('/').map(part => part.length))).toBeLessThan(250);
    }
  });

  it('differs for different ids', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aA1.%/-_ ż\nlock2EFwr'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        if (a !== b) expect(component(a)).not.toBe(component(b));
        expect(component(a)).not.toContain('/');
      }),
    );
    const long = 'x'.repeat(500);
    expect(component(`${long}a`)).not.toBe(component(`${long}b`));
  });

  it('never meets a name of our own', () => {
    for (const id of ['base', 'work', 'single', 'rescue']) expect(component(id)).not.toBe(id);
    expect(runPrefix('rescue')).not.toBe('refs/phasewright/rescue/');
  });
});

describe('a commit', () => {
  const draft = {
    tree: '1'.repeat(40),
    parents: ['2'.repeat(40), '3'.repeat(40)],
    message: 'title\n\ntree 4444\nbody\0\n\n',
    author: { name: 'A <b>\nc', email: 'a@b' },
    committer: { name: '', email: 'c@d' },
    at: new Date(1_700_000_000_999),
  };

  it('is written as git stores it and read back', () => {
    const text = commitText(draft);
    expect(text).toMatch(/^author A {2}b {2}c <a@b> 1700000000 [+-]\d{4}$/m);
    expect(text).toMatch(/^committer Phasewright <c@d> 1700000000 /m);
    expect(parseCommit('x', text)).toEqual({
      oid: 'x',
      tree: draft.tree,
      parents: draft.parents,
      message: 'title\n\ntree 4444\nbody\n',
    });
  });

  it.each(['\n', '\r', '\0', '\x0B', '\x85', '\u2028', '\u202E', '<', '>'])(
    'has one line for each header, whatever a name holds: %j',
    character => {
      const odd = `Eve${character}parent ${'4'.repeat(40)}${character}x <e@x> 0 +0000`;
      for (const author of [
        { name: odd, email: 'e@x' },
        { name: 'Eve', email: odd },
      ]) {
        const [head = ''] = commitText({ ...draft, author, committer: author }).split('\n\n');
        const words = head.split('\n').map(line => line.split(' ', 1)[0]);
        expect(words).toEqual(['tree', 'parent', 'parent', 'author', 'committer']);
        expect(head).toMatch(/^author [^<>]+ <[^<>]+> 1700000000 [+-]\d{4}$/m);
        expect(head).not.toMatch(/[\0\r\x0B\x85\u2028\u202E]/);
      }
    },
  );

  it('is nothing else', () => expect(parseCommit('x', 'blob')).toBeNull());

  it('has an identity as git prints it', () => {
    expect(parseIdentity('Ada B. C <a@b.c> 1700000000 +0100\n')).toEqual({
      name: 'Ada B. C',
      email: 'a@b.c',
    });
    expect(parseIdentity('')).toBeNull();
  });
});

describe('trailers', () => {
  const text = 'title\n\nbody\n\nPhasewright-Run: r1\nSigned-off-by: x\nPhasewright-Phase: 2/1\n';

  it.each([
    [text, true],
    [text.replaceAll('\n', '\n').trimEnd(), true],
    [text.replace('r1', 'r2'), false],
    [text.replace('2/1', '2'), false],
    [`${text}\nmore`, false],
    ['title', false],
    ['', false],
  ])('of %j', (message, expected) => expect(namesPhase(message, 'r1', '2/1')).toBe(expected));

  it('are put back where a hook dropped them', () => {
    expect(withTrailersOf(text, text)).toBe(text);
    expect(withTrailersOf(text, 'fix\n')).toBe('fix\n\nPhasewright-Run: r1\nPhasewright-Phase: 2/1\n');
    expect(namesPhase(withTrailersOf(text, 'fix\n\nPhasewright-Run: r1\n'), 'r1', '2/1')).toBe(true);
  });
});

describe('changes', () => {
  it('are read from what git prints', () => {
    const raw = [
      ':000000 100644 0000000 1111111 A\0new\0',
      ':100644 100644 1111111 2222222 R087\0from\0to\0',
      ':100644 120000 1111111 2222222 T\0a\nb\0',
      ':100644 000000 1111111 0000000 D\0gone\0',
    ];
    expect(summarised(parseRaw(Buffer.from(raw.join(''))))).toEqual({
      changed: 4,
      changes: [
        { status: 'added', path: 'new' },
        { status: 'renamed', path: 'to' },
        { status: 'type_changed', path: '"a\\nb"' },
        { status: 'deleted', path: 'gone' },
      ],
    });
  });

  it('are counted in full and named in part', () => {
    const raw = Array.from({ length: 500 }, (_, n) => `:000000 100644 0 1 A\0f${n}\0`).join('');
    const { changed, changes } = summarised(parseRaw(Buffer.from(raw)));
    expect([changed, changes.length]).toEqual([500, 200]);
  });

  it('name any path without ambiguity', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        (a, b) => {
          const same = Buffer.from(a).equals(Buffer.from(b));
          expect(quotedPath(Buffer.from(a)) === quotedPath(Buffer.from(b))).toBe(same);
        },
      ),
    );
  });
});
