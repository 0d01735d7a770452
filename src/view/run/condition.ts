import type { PhaseStatus } from '../../run/state.ts';
import type { Style } from '../style.ts';
import { icon } from './icons.ts';
import { condition, type RunView } from './status.ts';

/** The run's condition with its icon, and the colour of both. */
export function conditionLook(view: RunView, unicode: boolean): { readonly text: string; colour: Colour } {
  const word = condition(view);
  const [status, colour] = LOOKS[word] ?? NO_LOOK;
  return { text: `${status === null ? '!' : icon(status, unicode)} ${word}`, colour };
}

type Colour = (style: Style) => (text: string) => string;
type Look = readonly [status: PhaseStatus | null, colour: Colour];

const NO_LOOK: Look = [null, style => style.yellow];

const LOOKS: Readonly<Record<string, Look>> = {
  running: ['running', style => style.blue],
  waiting: [null, style => style.yellow],
  paused: ['pending', style => style.yellow],
  interrupted: ['pending', style => style.yellow],
  completed: ['completed', style => style.green],
  halted: ['failed', style => style.red],
  failed: ['failed', style => style.red],
  cancelled: ['skipped', style => style.yellow],
};
