import { expect, it } from 'vitest';
import { acpKind } from '../../src/agent/acp/kind.ts';
import type { AgentKind } from '../../src/agent/kind.ts';
import type { Driver } from '../../src/agent/port.ts';
import { driverContract } from '../agent/contract.ts';
import { converse } from '../agent/conversation.ts';
import { acpContract } from './acp.ts';
import { agentThat, type RealAgent, subjectOf } from './subject.ts';

const configFor = (url: string, key: string): object => ({
  enabled_providers: ['test'],
  provider: {
    test: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${url}/v1`, apiKey: key },
      models: { m1: { tool_call: true, limit: { context: 200_000, output: 10_000 } } },
    },
  },
});

const TOO_PATIENT = 'it repeats the request for more than a minute; the agent `opencode` is tried with it';
const WITHOUT_STATUS = 'it repeats what the server says, but not its status; see below';

/** It tries a request again for a good minute, which is as long as sessions of tests have otherwise. */
const PATIENCE_MS = 110_000;
const USUAL_MS = 60_000;
const KIND = acpKind('acp:opencode')!;
const patient: AgentKind = {
  ...KIND,
  driver(surroundings) {
    const driver = KIND.driver(surroundings);
    const start: Driver['start'] = options =>
      driver.start({
        ...options,
        timeoutMs: options.timeoutMs === USUAL_MS ? PATIENCE_MS : options.timeoutMs,
      });
    return { ...driver, start };
  },
};

const opencode = (key: string): RealAgent => ({
  kind: patient,
  model: 'test/m1',
  environment: url => ({ OPENCODE_CONFIG_CONTENT: JSON.stringify(configFor(url, key)) }),
  hangMs: 15_000,
  cannot: {
    usage: 'it tells only what the last message of a turn took',
    'unknown-cost': 'where it knows no price it tells nothing',
    'stream-usage': 'the protocol tells at the end of a turn what it took',
    cost: 'it counts by its own list of prices',
    crash: 'the model cannot make the agent crash',
    truncate: 'the model cannot make the agent end',
    cut: TOO_PATIENT,
    garbage: 'the model has no hand in what the agent prints',
  },
  cannotFailAs: {
    tests: 'the model cannot name a category',
    'infra.rate_limit': WITHOUT_STATUS,
    'infra.auth': WITHOUT_STATUS,
    'infra.overload': WITHOUT_STATUS,
    'infra.network': TOO_PATIENT,
  },
});

driverContract(subjectOf(opencode('a-key')));
acpContract(opencode, { memory: 'AGENTS.md' });

it('tells a failure in the words of whoever refused it', async () => {
  const { driver } = await agentThat(opencode('a-key'), [
    { fail: { category: 'infra.auth', message: 'Incorrect API key provided' } },
  ]);
  const { result } = await converse(driver);
  expect(result).toMatchObject({
    failure: { category: 'infra.auth', message: expect.stringContaining('Incorrect API key provided') },
  });
});
