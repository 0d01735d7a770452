import type { AgentEvent } from '../port.ts';
import type { AcpProfile } from './profile.ts';

/** Messages, of which agents tell piece by piece. Each is told of as a whole. */
export interface Words {
  piece(type: 'text' | 'thinking', text: string, id: string | null | undefined): AgentEvent[];
  /** What is left of a message that is over. */
  flush(): AgentEvent[];
  /** The model has done something since. */
  forget(): void;
  /** The newest words of the model since it last did something; empty where there were none. */
  last(): string;
  /** What the agent itself said that went wrong, unless the model went on; empty where it said nothing. */
  trouble(): string;
}

export type Manner = Pick<AcpProfile, 'asides' | 'unnamedIsFailure'>;

export function gatherWords({ asides, unnamedIsFailure }: Manner): Words {
  let pieces: { readonly type: 'text' | 'thinking'; readonly id: string; text: string } | null = null;
  let last = '';
  let trouble = '';

  const flush = (): AgentEvent[] => {
    const whole = pieces?.text.trim() ?? '';
    const type = pieces?.type;
    pieces = null;
    if (whole === '' || type === undefined) return [];
    if (type === 'text') last = whole;
    return [{ type, text: whole }];
  };
  return {
    piece(type, text, id) {
      const isAside = type === 'text' && !id && asides?.test(text);
      const isTrouble = type === 'text' && !id && unnamedIsFailure && !isAside;
      if (!isAside) trouble = isTrouble ? text.trim() : '';
      if (isAside || isTrouble) return [...flush(), { type: 'notice', text: text.trim() }];
      if (pieces?.type === type && pieces.id === (id ?? '')) {
        pieces.text += text;
        return [];
      }
      const events = flush();
      pieces = { type, id: id ?? '', text };
      return events;
    },
    flush,
    forget() {
      last = '';
      trouble = '';
    },
    last: () => last,
    trouble: () => trouble,
  };
}
