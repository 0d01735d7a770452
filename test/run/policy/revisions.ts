import type { Phase } from '../../../src/plan/model.ts';
import { type Revision, readRevision } from '../../../src/run/answer.ts';
import { subtask } from '../../prompt/briefs.ts';

export { subtask };

/** A phase that has everything. */
export const PHASE: Phase = {
  id: '2a',
  title: 'Add the login form',
  description: 'The form stands on its own page.',
  dependsOn: ['1'],
  parallelWith: ['2b'],
  subtasks: [
    subtask('t-1', 'test', 'Write tests', { files: ['test/login.test.ts'], done: true }),
    subtask('t-2', 'impl', 'Build the form', { dependsOn: ['t-1'] }),
  ],
  files: ['src/login.ts'],
  deliverables: ['src/login.ts', 'test/login.test.ts'],
  criteria: ['A wrong password shows an error.', 'The page must load without scripts.'],
  estimate: 3,
  done: false,
  optional: true,
  gated: true,
  group: 'Accounts',
};

/** What an agent answers, as it is read. */
export const revision = (answer: object): Revision => readRevision(answer)!;
