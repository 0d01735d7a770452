import { acpKind } from '../../src/agent/acp/kind.ts';
import { driverContract } from '../agent/contract.ts';
import { type RealAgent, subjectOf } from './subject.ts';

const codex: RealAgent = {
  kind: acpKind('acp:codex')!,
  model: 'test-model',
  environment: url => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-dummy' }),
  hangMs: 5000,
  cannot: {
    'stream-usage': 'the protocol tells at the end of a turn what it took',
    cost: 'it tells none',
    crash: 'the model cannot make the agent crash',
    truncate: 'the model cannot make the agent end',
    garbage: 'the model has no hand in what the agent prints',
  },
  cannotFailAs: { tests: 'the model cannot name a category' },
};

driverContract(subjectOf(codex));
