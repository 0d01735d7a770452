import { acpKind } from '../../src/agent/acp/kind.ts';
import { driverContract } from '../agent/contract.ts';
import { type RealAgent, subjectOf } from './subject.ts';

const configFor = (url: string): object => ({
  enabled_providers: ['test'],
  provider: {
    test: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
      models: { m1: { tool_call: true, limit: { context: 200_000, output: 10_000 } } },
    },
  },
});

const opencode: RealAgent = {
  kind: acpKind('acp:opencode')!,
  model: 'test/m1',
  environment: url => ({ OPENCODE_CONFIG_CONTENT: JSON.stringify(configFor(url)) }),
  hangMs: 15_000,
  cannot: {
    usage: 'it tells only what the last message of a turn took',
    'stream-usage': 'the protocol tells at the end of a turn what it took',
    cost: 'it counts by its own list of prices',
    crash: 'the model cannot make the agent crash',
    truncate: 'the model cannot make the agent end',
    garbage: 'the model has no hand in what the agent prints',
  },
  cannotFailAs: { tests: 'the model cannot name a category' },
};

driverContract(subjectOf(opencode));
