import { expect, it } from 'vitest';
import { ALL_KEYS } from '../actors.ts';
import { openStage } from '../stage.ts';
import { BRANCH, expectWork } from '../story.ts';

const SETTINGS = `agent: claude
models:
  developer: { model: claude-sonnet-4-5 }
  reviewer: { agent: codex, model: gpt-5.5 }
  evaluator: { agent: api, model: google/gemini-2.5-pro }
phases:
  3: { developer: { agent: pi, model: anthropic/claude-sonnet-4-5 } }
`;

it('agents work together in one run, by role and by phase', async () => {
  const stage = await openStage(ALL_KEYS);
  stage.write('phasewright.yaml', SETTINGS);
  const words = ['run', 'plan.md', '--branch', BRANCH, '--yes', '--json'];
  const { code, out, err } = await stage.runWith(stage.variables, ...words);
  expect([code, code === 0 ? '' : err]).toEqual([0, '']);
  expectWork(stage);
  const events = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  const workers = (type: string): string[] =>
    events.filter(event => event.type === type).map(({ phase, by }) => `${phase} ${by.agent} ${by.model}`);
  expect(workers('session_ended')).toEqual([
    '1 claude claude-sonnet-4-5',
    '2 claude claude-sonnet-4-5',
    '2 claude claude-sonnet-4-5',
    '3 pi anthropic/claude-sonnet-4-5',
  ]);
  expect(workers('review_ended')).toEqual(['1', '2', '2', '3'].map(phase => `${phase} codex gpt-5.5`));
  expect(workers('evaluation_ended')).toEqual(['2 api google/gemini-2.5-pro']);
  expect(stage.server.proxied).toEqual([]);
});
