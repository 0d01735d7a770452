import { opencodeKind } from '../../src/agent/opencode/kind.ts';
import { driverContract } from '../agent/contract.ts';
import { type RealAgent, subjectOf } from './subject.ts';

const AGENT: RealAgent = {
  kind: opencodeKind,
  model: 'compatible/m1',
  environment: url => ({
    OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: 'test-key',
  }),
  hangMs: 8000,
  cannot: {
    cost: 'a model that is not in its catalogue has no price',
    garbage: 'what it prints is no part of the protocol',
    truncate: 'it has no way to end well before its last word',
  },
  cannotFailAs: { tests: 'a model cannot fail so' },
};

driverContract(subjectOf(AGENT));
