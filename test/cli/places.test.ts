import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { developers, PLAIN_RUN, SCRIPTED_RUN, workshop } from './workshop.ts';

const PLAN = '# Two\n\n### Task 1: First\n### Task 2: Second\n';
const RUN = [...SCRIPTED_RUN, '--no-review'];
const write = { write: { path: '{phase}.txt', content: '{phase}' } };

const shopThat = (steps: Parameters<typeof developers>[0]) =>
  workshop({ 'plan.md': PLAN, 'script.json': developers(steps) });

describe('--commit', () => {
  it('single makes one commit at the end [004-17]', async () => {
    const shop = shopThat({ '*': [[write]] });
    expect((await shop.run(...RUN, '--commit', 'single')).code).toBe(0);
    expect(shop.git('log', '--format=%s', 'main..work')).toBe('Two\n');
    expect(shop.git('log', '-1', '--format=%b', 'work')).toContain('- Phase 1: First\n- Phase 2: Second');
    expect(shop.git('ls-tree', '--name-only', 'work').split('\n')).toEqual(
      expect.arrayContaining(['1.txt', '2.txt']),
    );
  });

  it('message-only leaves the work uncommitted in place, or at a ref with the messages [004-17]', async () => {
    const here = shopThat({ '*': [[write]] });
    const words = [...PLAIN_RUN, '--commit', 'message-only'];
    const head = here.git('rev-parse', 'HEAD');
    expect((await here.run(...words, '--here')).code).toBe(0);
    expect(here.git('rev-parse', 'HEAD')).toBe(head);
    expect(
      here
        .git('status', '--porcelain')
        .trim()
        .split('\n')
        .map(line => line.slice(3)),
    ).toEqual(['1.txt', '2.txt']);
    const apart = shopThat({ '*': [[write]] });
    const { out } = await apart.run(...words);
    const [ref] = /refs\/phasewright\/\w+.work/.exec(out) ?? [];
    expect(apart.git('log', '--format=%s', '--reverse', `main..${ref}`)).toBe(
      'Phase 1: First\nPhase 2: Second\n',
    );
    expect(apart.git('branch', '--list', 'phasewright/*')).toBe('');
  });
});

describe('--here', () => {
  it('lands what the hooks of the repository accept', async () => {
    const shop = shopThat({ '*': [[write]] });
    shop.write('hooks/pre-commit', '#!/bin/sh\necho hooked > hooked && git add hooked\n');
    chmodSync(join(shop.repository, 'hooks/pre-commit'), 0o755);
    shop.git('add', '--all');
    shop.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--message', 'hooks');
    shop.git('config', 'core.hooksPath', 'hooks');
    const { code, err } = await shop.run(...PLAIN_RUN, '--here', '--set', 'commit.hooks=true');
    expect([code, err]).toEqual([0, expect.not.stringContaining('internal')]);
    expect(shop.read('hooked')).toBe('hooked\n');
    expect(shop.git('status', '--porcelain')).toBe('');
  });
});
