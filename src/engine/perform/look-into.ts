import type { Failure } from '../../run/failure.ts';
import type { Context } from '../perform.ts';
import { enterSlot } from './enter.ts';
import { categoryOf } from './git.ts';

interface Scene {
  readonly phase: string;
  readonly attempt: number;
  readonly slot: number;
  readonly base: string;
  readonly snapshot: string | null;
}

type Looked =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly failure: Failure };

/** The workspace as the attempt left it, whatever checks and others did in it since. */
export async function lookInto(scene: Scene, context: Context): Promise<Looked> {
  const { slot, base, snapshot } = scene;
  const opened = await enterSlot({ slot, base, contents: snapshot }, scene, context);
  if (opened.ok) return opened;
  return { ok: false, failure: { category: categoryOf(opened.failure), message: opened.failure.message } };
}
