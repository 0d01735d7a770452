import type { AnswerTool } from '../answer/tool.ts';
import type { SessionOptions } from '../port.ts';
import type { AgentProgram, Served } from '../talk/converse.ts';
import type { Costs } from './costs.ts';
import { readPermission, readUpdate } from './message.ts';
import { errorFailure } from './outcome.ts';
import { type Allowance, outcomeOf, refusal } from './policy.ts';
import type { AcpProfile, Preparation } from './profile.ts';
import { type Progress, takeTurn } from './turn.ts';
import { understander } from './understand.ts';
import { openWire } from './wire.ts';

/** One session as it is talked about. */
export interface Matter {
  readonly profile: AcpProfile;
  readonly preparation: Preparation;
  readonly options: SessionOptions;
  readonly allowance: Allowance;
  /** By which it is to answer; null where it is not, or cannot. */
  readonly tool: AnswerTool | null;
  readonly costs: Costs;
}

type Talk = Required<Pick<AgentProgram, 'understand' | 'serve' | 'interrupt'>>;

/** Holds one session with an agent by the Agent Client Protocol. */
export function talkAbout(matter: Matter): Talk {
  const wire = openWire();
  const told = understander(matter.profile);
  const progress: Progress = { sessionId: null, isOurs: false };

  const permit = (params: unknown, hear: Served['hear']): object => {
    const asked = readPermission(params);
    if (!asked) return { outcome: { outcome: 'cancelled' } };
    const reason = refusal(told.whole(asked.toolCall), matter.allowance);
    if (reason !== null) told.refused(asked.toolCall, reason).forEach(hear);
    return outcomeOf(asked, reason === null);
  };
  const speak = async ({ hear }: Served): Promise<void> => {
    const { client } = await import('@agentclientprotocol/sdk/unstable');
    await client({ name: 'phasewright' })
      .onRequest(
        PERMISSION,
        params => params,
        ({ params }) => permit(params, hear),
      )
      .connectWith(wire.stream, agent => takeTurn(agent, matter, told, progress, hear));
  };
  return {
    understand(line) {
      const spoken = wire.read(line);
      if (!spoken) return null;
      if (spoken.method === 'session/update') {
        const update = readUpdate(spoken.params);
        const isWanted = progress.isOurs || update?.sessionUpdate === 'usage_update';
        return update && isWanted ? told.update(update) : [];
      }
      if (spoken.method !== null && !spoken.isRequest) return [];
      wire.receive(spoken.message);
      const asked = spoken.method === PERMISSION ? readPermission(spoken.params) : null;
      return asked ? told.asked(asked.toolCall) : [];
    },
    serve(served) {
      wire.connect(served.write);
      served.signal.addEventListener('abort', wire.close);
      speak(served).catch((error: unknown) => served.hear({ type: 'failed', failure: errorFailure(error) }));
    },
    interrupt(write) {
      const { sessionId } = progress;
      if (sessionId === null) return;
      write(`${JSON.stringify({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } })}\n`);
    },
  };
}

const PERMISSION: string = 'session/request_permission';
