import type { Failure } from '../../run/failure.ts';
import type { Context } from '../perform.ts';
import { enterSlot } from './enter.ts';

interface Scene {
  readonly phase: string;
  readonly attempt: number;
  readonly slot: number;
  readonly base: string;
  readonly snapshot: string | null;
  readonly reopen: boolean;
}

type Looked =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly failure: Failure };

/** The workspace as the attempt left it. */
export async function lookInto(scene: Scene, context: Context): Promise<Looked> {
  const { slot, base, snapshot, reopen } = scene;
  if (!reopen) return { ok: true, path: context.ports.workspaces.pathOf(slot) };
  const opened = await enterSlot({ slot, base, contents: snapshot }, scene, context);
  if (opened.ok) return opened;
  return { ok: false, failure: { category: 'infra.git', message: opened.failure.message } };
}
