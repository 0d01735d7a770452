import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASSETTE_LIMITS, type Cassette } from '../../../src/agent/cassette/cassette.ts';
import { replayDriver } from '../../../src/agent/cassette/replay.ts';
import type { Driver, SessionOptions } from '../../../src/agent/port.ts';
import { scriptedDriver } from '../../../src/agent/scripted/driver.ts';
import type { Step } from '../../../src/agent/scripted/step.ts';
import { openSession } from '../../../src/agent/session.ts';
import { redactor } from '../../../src/base/secrets/redact.ts';
import { recordingDriver } from '../../../src/engine/cassette/record.ts';
import { gitEnvironment } from '../../../src/git/environment.ts';
import { gitLook, type LookOptions } from '../../../src/git/look.ts';
import { NO_USAGE } from '../../../src/run/usage.ts';
import { type Conversation, converse, type Given } from '../../agent/conversation.ts';
import { type Ground, ground } from '../../git/ground.ts';

/** A checkout in which sessions are recorded, and as many copies of its beginning as are wanted. */
export interface Studio extends Ground {
  readonly folder: string;
  readonly look: (changed?: Partial<LookOptions>) => ReturnType<typeof gitLook>;
  /** The driver with all that it does written down. */
  recording(driver: Driver, changed?: Partial<LookOptions>): Driver;
  /** A fresh copy of the first commit; its path. */
  copy(): string;
  /** Holds the session once more, from the cassette, in the folder. */
  replay(cwd: string, given?: Given): Promise<Conversation>;
}

export function studio(files?: Readonly<Record<string, string>>): Studio {
  const on = ground(files);
  const folder = join(on.root, 'cassettes');
  const first = on.git('rev-parse', 'HEAD');
  let copies = 0;
  const look = (changed: Partial<LookOptions> = {}) =>
    gitLook({
      environment: gitEnvironment(on.environment, false),
      record: null,
      limits: CASSETTE_LIMITS,
      ...changed,
    });
  return {
    ...on,
    folder,
    look,
    recording: (driver, changed) =>
      recordingDriver(driver, folder, look(changed), redactor({ API_TOKEN: SECRET })),
    copy() {
      copies += 1;
      const path = join(on.root, `copy${copies}`);
      on.git('clone', '--quiet', '--template=', on.checkout, path);
      on.git('-C', path, 'reset', '--quiet', '--hard', first);
      return path;
    },
    replay: (cwd, given = {}) => converse(replayDriver(folder), { ...given, cwd }),
  };
}

export const SECRET = 'very-secret-value-1234';

/** A developer who takes these steps. */
export const developer = (...steps: readonly Step[]): Driver =>
  scriptedDriver({ developer: { '*': [steps] } });

/** A developer who does this in our own process, and says that it is done. */
export const doing = (work: (options: SessionOptions) => void): Driver => ({
  ...replayDriver(''),
  name: 'doing',
  start: options =>
    openSession(async () => {
      work(options);
      return { status: 'completed', sessionId: 's1', usage: NO_USAGE };
    }),
});

/** The tree of all that a checkout holds, committed or not, but for what is ignored. */
export function treeOf(
  { root, environment }: Pick<Ground, 'root' | 'environment'>,
  checkout: string,
): string {
  const env = { ...environment, GIT_INDEX_FILE: join(root, 'tree.index') };
  spawnSync('git', ['read-tree', '--empty'], { cwd: checkout, env });
  const added = spawnSync('git', ['add', '--all'], { cwd: checkout, env, encoding: 'utf8' });
  if (added.status !== 0) throw new Error(added.stderr);
  return spawnSync('git', ['write-tree'], { cwd: checkout, env, encoding: 'utf8' }).stdout.trim();
}

export const cassettes = (folder: string): Record<string, Cassette> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.json'))
      .sort()
      .map(name => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );

export const notices = ({ events }: Conversation): string[] =>
  events.flatMap(event => (event.type === 'notice' ? [event.text] : []));
