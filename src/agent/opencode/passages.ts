import type { Heard } from '../talk/heard.ts';
import type { ToldPart } from './wire.ts';

/** What is said and thought comes in pieces. It is told when it is complete, or when the model turns to a tool. */
export function openPassages() {
  const open = new Map<string, { kind: 'text' | 'thinking'; text: string; told: number }>();
  const tell = (passage: { kind: 'text' | 'thinking'; text: string; told: number }): Heard[] => {
    const text = passage.text.slice(passage.told);
    passage.told = passage.text.length;
    return text.trim() === '' ? [] : [{ type: passage.kind, text }];
  };
  return {
    heard({ id, type, text, time }: ToldPart & { type: 'text' | 'reasoning' }): readonly Heard[] {
      const known = open.get(id) ?? { kind: type === 'text' ? 'text' : 'thinking', text: '', told: 0 };
      const passage = { ...known, text };
      open.set(id, passage);
      return time?.end === undefined ? [] : tell(passage);
    },
    add(id: string, piece: string): void {
      const passage = open.get(id);
      if (passage) passage.text += piece;
    },
    flush({ state }: ToldPart & { type: 'tool' }): readonly Heard[] {
      return state.status === 'running' ? [...open.values()].flatMap(tell) : [];
    },
    /** The model breaks off and begins again. */
    drop: (): void => open.clear(),
  };
}
