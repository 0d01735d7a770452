import { acpKind } from '../../src/agent/acp/kind.ts';
import { driverContract } from '../agent/contract.ts';
import { acpContract } from './acp.ts';
import { type RealAgent, subjectOf } from './subject.ts';

const claude = (key: string): RealAgent => ({
  kind: acpKind('acp:claude')!,
  model: 'claude-sonnet-4-5',
  environment: url => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    CLAUDE_CODE_MAX_RETRIES: '1',
  }),
  hangMs: 6000,
  cannot: {
    'stream-usage': 'the protocol tells at the end of a turn what it took',
    cost: 'it counts by its own list of prices',
    'unknown-cost': 'it always tells a cost',
    crash: 'the model cannot make the agent crash',
    truncate: 'the model cannot make the agent end',
    garbage: 'the model has no hand in what the agent prints',
  },
  cannotFailAs: { tests: 'the model cannot name a category' },
});

driverContract(subjectOf(claude('a-key')));
acpContract(claude, { memory: 'CLAUDE.md' });
