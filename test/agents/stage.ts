import { onTestFinished } from 'vitest';
import { carriesAny } from '../../src/agent/process/marker.ts';
import { PROCESS_TABLE } from '../../src/agent/process/sweep.ts';
import { type Workshop, workshop } from '../cli/workshop.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import type { ModelStep } from '../model-server/step.ts';
import { type Cue, cueIn } from './cue.ts';

/** How agents of a run are brought to speak with the model server. */
export interface Actor {
  readonly name: string;
  readonly model: string | null;
  readonly environment: (url: string) => Readonly<Record<string, string>>;
}

export interface Stage extends Workshop {
  readonly server: ModelServer;
  /** Phases of which the developer begins its work and then never comes to an end, until they are taken out of here. */
  readonly held: Set<string>;
  /** Variables of the user's by which agents find the model. */
  readonly variables: Readonly<Record<string, string>>;
}

const PLAN = `# Three files

### Task 1: First file
Write one.txt.

### Task 2: Second file
Write two.txt.

### Task 3: Third file
Write three.txt.
`;

/** A repository, a plan of three phases, and a model that carries it out: the second phase is sent back once. */
export async function openStage(environment: Actor['environment']): Promise<Stage> {
  const held = new Set<string>();
  const server = await startModelServer(({ prompt }) => {
    const cue = cueIn(prompt);
    return cue === null ? null : stepsFor(cue, prompt, held);
  });
  onTestFinished(() => server.close());
  const shop = workshop({ 'README.md': 'Hello\n', 'plan.md': PLAN }, { record: true });
  const variables = {
    ...environment(server.url),
    HTTPS_PROXY: server.url,
    HTTP_PROXY: server.url,
    NO_PROXY: '127.0.0.1,localhost',
  };
  return { ...shop, server, held, variables };
}

const FILES: Readonly<Record<string, string>> = { 1: 'one.txt', 2: 'two.txt', 3: 'three.txt' };

function stepsFor(
  { role, phase, attempt }: Cue,
  prompt: string,
  held: ReadonlySet<string>,
): readonly ModelStep[] {
  switch (role) {
    case 'developer':
      return develop(phase, attempt, held.has(phase));
    case 'reviewer':
      return /^\+phase 2, wrong$/m.test(prompt) ? REJECTION : [{ reply: APPROVAL }];
    case 'evaluator':
      return [{ reply: { decisions: [{ comment: 1, decision: 'IMPLEMENT', reason: 'It is right.' }] } }];
  }
}

function develop(phase: string, attempt: number, isHeld: boolean): readonly ModelStep[] {
  const content = `phase ${phase}, ${phase === '2' && attempt === 1 ? 'wrong' : 'right'}\n`;
  const write: ModelStep = { write: { path: FILES[phase] ?? 'other.txt', content } };
  if (isHeld) return [{ write: { path: 'half.txt', content: 'half\n' } }, { hang: true }];
  const report = {
    status: 'completed',
    subtasksCompleted: [],
    subtasksFailed: [],
    summary: `Wrote ${FILES[phase]}.`,
    error: null,
    filesChanged: [FILES[phase]],
  };
  return [write, { shell: 'rm -r half.txt 2>/dev/null; git status --short' }, { report }];
}

const APPROVAL = { approved: true, summary: 'Good.', comments: [] };
const REJECTION: readonly ModelStep[] = [
  {
    reply: {
      approved: false,
      summary: 'It is wrong.',
      comments: [{ severity: 'major', file: 'two.txt', line: 1, message: 'This says wrong.' }],
    },
  },
];

const LOOK_MS = 50;

/** Resolves once something that carries the run's marker hangs as the model wants it to. */
export async function untilHanging(marker: string): Promise<void> {
  const isHanging = (): boolean =>
    PROCESS_TABLE.marked(carriesAny([marker])).some(({ name }) => name === 'tail');
  while (!isHanging()) await new Promise(resolve => setTimeout(resolve, LOOK_MS));
}
