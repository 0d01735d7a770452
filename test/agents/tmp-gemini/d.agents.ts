import { it } from 'vitest';
import { converse } from '../../agent/conversation.ts';
import { geminiKind } from '../../../src/agent/gemini/kind.ts';
import { agentThat, type RealAgent } from '../subject.ts';
const G: RealAgent = { kind: geminiKind, model: 'gemini-2.5-pro', environment: url => ({ GEMINI_API_KEY: 'a-key', GOOGLE_GEMINI_BASE_URL: url }) };
const run = async (steps: any) => {
  const { driver } = await agentThat(G, steps);
  const t = await converse(driver);
  console.log(t.raw.split('\n').map(l => l.slice(0, 400)).slice(0, 5).join('\n'), '\n...\n', t.raw.split('\n').map(l => l.slice(0, 600)).slice(-8).join('\n'), JSON.stringify(t.result).slice(0, 600), t.events.map(e => e.type).join(' ').slice(0, 300));
};
it('a', () => run([{ write: { path: 'grün/日本 "x".txt', content: 'ä\n' } }, { say: 'on' }]));
it('b', () => run([{ say: `${'word '.repeat(200_000)}end` }]));
it('c', () => run([{ shell: 'seq 1 200000' }, { say: 'on' }]));
