import { expect, it } from 'vitest';
import { planOf } from '../run/plans.ts';
import { compare } from './check.ts';
import { typesOf } from './tell.ts';
import { world } from './world.ts';

it('a review that is interrupted says nothing about the work, however often', async () => {
  let isPatient = false;
  const made = await world({
    plan: planOf('a'),
    settings: { maxAttempts: 1, limits: { infraRetries: 0 } },
    reviewer: () => (isPatient ? { answer: { approved: true } } : new Promise(() => {})),
  });
  for (const resume of [false, true, true]) {
    const stop = new AbortController();
    void made.clock.sleep(10).then(() => stop.abort());
    expect((await made.go({ resume, pause: stop.signal })).status).toBe('paused');
  }
  isPatient = true;
  await compare(made, await made.go({ resume: true }), {
    status: 'completed',
    story: 'a started, a completed',
  });
  expect(typesOf(made.events)).not.toContain('review_failed');
});
