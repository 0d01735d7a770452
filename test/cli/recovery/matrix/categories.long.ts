import { describe, expect } from 'vitest';
import { FAILURE_CATEGORIES, type FailureCategory } from '../../../../src/run/failure.ts';
import { type Ending, failing, landing, scenario } from '../scenario.ts';
import { fail, revise, worksAfter } from '../steps.ts';

/** What happens by default about a developer that fails once, and then does the work. */
const TRIED_AGAIN = landing({ spent: { 1: { attempts: 1 } }, rules: { 1: ['retry.attempts'] } });
const WAITED = landing({ spent: { 1: { infra: 1 } }, rules: { 1: ['infra.wait'] } });
const LOOKED_INTO = landing({
  spent: { 1: { infra: 1, doctor: 1 } },
  rules: { 1: ['doctor.infra', 'retry.advice'] },
});
const DESCRIBED_ANEW = landing({
  spent: { 1: { attempts: 1, revisions: 1 } },
  rules: { 1: ['replan.fatal', 'retry.revised'] },
});

const ENDINGS: Readonly<Record<FailureCategory, Required<Ending>>> = {
  'infra.rate_limit': WAITED,
  'infra.quota': landing({ spent: { 1: { quota: 1 } }, rules: { 1: ['quota.wait'] } }),
  'infra.overload': WAITED,
  'infra.network': LOOKED_INTO,
  'infra.auth': LOOKED_INTO,
  'infra.crash': LOOKED_INTO,
  'infra.timeout': LOOKED_INTO,
  'infra.disk': LOOKED_INTO,
  'infra.git': LOOKED_INTO,
  'infra.setup': LOOKED_INTO,
  checks: TRIED_AGAIN,
  tests: TRIED_AGAIN,
  lint: TRIED_AGAIN,
  build: TRIED_AGAIN,
  import: TRIED_AGAIN,
  logic: TRIED_AGAIN,
  deliverables: TRIED_AGAIN,
  scope: TRIED_AGAIN,
  no_change: TRIED_AGAIN,
  review: TRIED_AGAIN,
  landing_conflict: landing({ spent: { 1: { landings: 1 } }, rules: { 1: ['retry.landing'] } }),
  overlap: TRIED_AGAIN,
  truncated: TRIED_AGAIN,
  refused: TRIED_AGAIN,
  wrong_tech_stack: DESCRIBED_ANEW,
  schema_mismatch: DESCRIBED_ANEW,
  api_contract_wrong: DESCRIBED_ANEW,
  agent_error: TRIED_AGAIN,
  budget: failing({ spent: { 1: { attempts: 1 } }, rules: { 1: ['budget.phase'] } }),
};

describe('a developer that fails once of', () => {
  for (const category of FAILURE_CATEGORIES) {
    scenario(
      category,
      { script: { developer: { 1: worksAfter(fail(category)) }, replanner: { 1: [[revise()]] } } },
      ENDINGS[category],
      ({ shop, landed }) => {
        if (landed.length > 0) expect(shop.git('show', 'work:1.txt')).toBe('1 2 \n');
      },
    );
  }
});
