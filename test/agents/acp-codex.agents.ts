import { acpKind } from '../../src/agent/acp/kind.ts';
import { driverContract } from '../agent/contract.ts';
import { acpContract } from './acp.ts';
import { type RealAgent, subjectOf } from './subject.ts';

const codex = (key: string): RealAgent => ({
  kind: acpKind('acp:codex')!,
  model: 'test-model',
  environment: url => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key }),
  hangMs: 5000,
  cannot: {
    'stream-usage': 'the protocol tells at the end of a turn what it took',
    cost: 'it tells none',
    words: 'it tells of a refused key, but not in whose words',
    crash: 'the model cannot make the agent crash',
    truncate: 'the model cannot make the agent end',
    garbage: 'the model has no hand in what the agent prints',
  },
  cannotFailAs: {
    tests: 'the model cannot name a category',
    refused: 'it drops the words of a model that refuses, and ends the turn like any other',
  },
});

driverContract(subjectOf(codex('a-key')));

/** With settings of the user's own, these say where the model is. */
const configFor = (url: string): object => ({
  model_provider: 'test',
  model_providers: {
    test: { name: 'test', base_url: `${url}/v1`, wire_api: 'responses', supports_websockets: false },
  },
});

acpContract(codex, {
  memory: 'AGENTS.md',
  heir: { environment: url => ({ CODEX_CONFIG: JSON.stringify(configFor(url)) }) },
});
