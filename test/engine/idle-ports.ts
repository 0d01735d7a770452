import { expect } from 'vitest';
import type { Ports } from '../../src/engine/ports.ts';
import type { Owner, Store } from '../../src/store/port.ts';
import { fakeGit } from './fake-git.ts';
import { virtualClock } from './virtual-clock.ts';

/** A world for a run in which no agent and no check has anything to do. */
export const idlePorts = (store: Store, owner: Owner): Ports => ({
  store,
  owner,
  workspaces: fakeGit().workspaces,
  driverOf: () => expect.fail('no agent has anything to do'),
  checks: { run: () => expect.fail('no check has anything to do') },
  processes: { gitAtRest: async () => [], sweep: async () => [] },
  clock: virtualClock(),
  records: { file: () => '', transcript: () => ({ write: () => {}, close: () => {} }) },
  environment: {},
  redact: text => text,
  messengers: { tell: () => expect.fail('there is nobody to tell') },
});
