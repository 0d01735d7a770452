import { onTestFinished } from 'vitest';
import type { AgentKind } from '../../src/agent/kind.ts';
import type { Driver } from '../../src/agent/port.ts';
import { type AgentOptions, NO_OPTIONS } from '../../src/agent/surroundings.ts';
import type { Subject } from '../agent/contract.ts';
import { scratch } from '../cli/phasewright.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import type { ModelStep } from '../model-server/step.ts';

/** A real agent program, and how it is brought to speak with the model server. */
export interface RealAgent extends Omit<Subject, 'name' | 'driverThat'> {
  readonly kind: AgentKind;
  readonly model: string;
  /** What stands in the user's environment: a key that opens nothing, and where the model is. */
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  readonly options?: Partial<AgentOptions>;
}

/** The prompt of the contract's sessions. */
const PROMPT = 'Build it.';

/** The agent with a model behind it that takes these steps about each prompt of ours. */
export async function agentThat(
  agent: RealAgent,
  steps: readonly ModelStep[],
): Promise<{ readonly driver: Driver; readonly server: ModelServer }> {
  const server = await startModelServer(({ prompt }) => (prompt.includes(PROMPT) ? steps : null));
  onTestFinished(() => server.close());
  const driver = agent.kind.driver({
    userEnvironment: {
      ...agent.environment(server.url),
      // Whoever calls anybody else is refused and found out.
      HTTPS_PROXY: server.url,
      HTTP_PROXY: server.url,
      NO_PROXY: '127.0.0.1,localhost',
    },
    home: homeOfTest(),
    options: { ...NO_OPTIONS, ...agent.options },
    confinement: null,
    retries: 1,
    limits: { graceMs: 1000, interruptMs: 1000 },
  });
  const start: Driver['start'] = options => driver.start({ ...options, model: options.model ?? agent.model });
  return { driver: { ...driver, start }, server };
}

let home: string | null = null;

/** Drivers of one test share a home, as those of one run do: sessions are continued from there. */
function homeOfTest(): string {
  if (home !== null) return home;
  home = scratch();
  onTestFinished(() => {
    home = null;
  });
  return home;
}

export const subjectOf = (agent: RealAgent): Subject => ({
  name: agent.kind.name,
  ...agent,
  driverThat: async steps => (await agentThat(agent, steps as readonly ModelStep[])).driver,
});
