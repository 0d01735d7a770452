import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../src/plan/convert/convert.ts';
import { CONVERT_FORMATS } from '../../../src/plan/convert/formats.ts';
import { parse } from '../../../src/plan/parse.ts';
import { times } from '../../times.ts';
import { plan } from './plans.ts';

describe('any plan, written and read again, is the same plan', () => {
  it.each(CONVERT_FORMATS)('as %s', { timeout: 120_000 }, async to => {
    await fc.assert(
      fc.asyncProperty(plan, async original => {
        const text = convert(original, to);
        const { plan: read, diagnostics } = await parse(text, { tdd: 'off' });
        expect(diagnostics).toEqual([]);
        expect(read).toEqual(original);
      }),
      { numRuns: times(50) },
    );
  });
});
