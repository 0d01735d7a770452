import { acpKind } from '../../src/agent/acp/kind.ts';
import { driverContract } from '../agent/contract.ts';
import { acpContract } from './acp.ts';
import { type RealAgent, subjectOf } from './subject.ts';

const gemini = (key: string): RealAgent => ({
  kind: acpKind('acp:gemini')!,
  model: 'gemini-2.5-pro',
  environment: url => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  hangMs: 8000,
  cannot: {
    'stream-usage': 'the protocol tells at the end of a turn what it took',
    cost: 'it tells none',
    continue: 'it would destroy the session that it loads',
    'quoted-path': 'it refuses such paths as suspicious',
    'tool-status': 'it calls each command that ran a success',
    giant: 'a message that repeats itself is stopped as a loop',
    crash: 'the model cannot make the agent crash',
    truncate: 'the model cannot make the agent end',
    garbage: 'the model has no hand in what the agent prints',
  },
  cannotFailAs: {
    tests: 'the model cannot name a category',
    refused: 'it calls a message that the model would not write an end like any other',
  },
});

driverContract(subjectOf(gemini('a-key')));
acpContract(gemini, { memory: null });
