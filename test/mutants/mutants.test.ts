import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { planted, ROOT, unplantable } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

describe('the mutants', () => {
  it('can each be planted in exactly one place', () => expect(unplantable(MUTANTS, ROOT)).toEqual([]));

  it('still are programs', () => {
    const broken = MUTANTS.filter(mutant => {
      const source = readFileSync(join(ROOT, mutant.file), 'utf8');
      return parseSync(mutant.file, planted(mutant, source)).errors.length > 0;
    });
    expect(broken.map(({ name }) => name)).toEqual([]);
  });

  it('are refused where the code has moved on', () => {
    const [first] = MUTANTS;
    const wrong = { ...first!, name: 'gone', find: 'what is nowhere', replace: '' };
    const idle = { ...first!, name: 'idle', replace: first!.find };
    expect(unplantable([wrong, idle, first!, first!], ROOT)).toEqual([
      `gone: its text occurs 0 times in ${wrong.file}`,
      'idle: it changes nothing',
      `${first!.name}: another one has the same name`,
    ]);
  });
});
