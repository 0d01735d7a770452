import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { enter, pathIn } from './enter.ts';
import { settle } from './open.ts';
import type { GitFailure, GitResult, Opened, OpenRequest } from './port.ts';
import { leaveSlot } from './slot.ts';
import { isCheckSlot, slotNamed } from './slot-name.ts';
import { dropEntries, entriesNaming, removeFolder } from './worktree.ts';

/**
 * Makes a check slot what a clone of the commit is, ignored files excepted. What checks left there is worth nothing: it
 * is thrown away, and so is the whole slot if it cannot be brought back.
 */
export async function openCheckSlot(context: Context, request: OpenRequest): Promise<GitResult<Opened>> {
  const opened = await brought(context, request).catch(() => null);
  if (opened?.ok) return opened;
  await removeCheckSlot(context, request.slot);
  return brought(context, request);
}

async function brought(context: Context, request: OpenRequest): Promise<GitResult<Opened>> {
  const entered = await enter(context, request.slot, request.base);
  if (!entered.ok) return entered;
  const { slot } = entered;
  const allowed = await context.programs.check(slot.place);
  if (!allowed.ok) return allowed;
  const { fresh: isFresh } = slot;
  slot.known = null;
  const settled = await settle(context, slot, null, request);
  if (!settled.ok) return settled;
  // By the ignore rules of this commit, which are in place now. A repository inside the slot needs the second `-f`.
  const cleaned = isFresh ? settled : await git(slot.place, ['clean', '-ffdq']);
  if (!cleaned.ok) return cleaned;
  return { ok: true, path: slot.path, ...(isFresh ? { anew: true } : {}) };
}

/** Removes them all; why a folder is still there, by its path. */
export async function removeCheckSlots(context: Context): Promise<ReadonlyMap<string, GitFailure>> {
  const names = await readdir(context.folder).catch(() => []);
  const entries = await entriesNaming(context, context.folder, true);
  const found = [...names, ...entries.map(({ path }) => basename(path))].flatMap(
    name => slotNamed(name) ?? [],
  );
  const stuck = new Map<string, GitFailure>();
  for (const number of new Set(found.filter(isCheckSlot))) {
    try {
      await removeCheckSlot(context, number);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      stuck.set(pathIn(context, number), { reason: 'other', message, hint: 'Remove the folder yourself.' });
    }
  }
  return stuck;
}

/** Removes a check slot with its files, and without keeping any of them. */
async function removeCheckSlot(context: Context, number: number): Promise<void> {
  const path = pathIn(context, number);
  await leaveSlot(context, number);
  await removeFolder(path);
  await dropEntries(context, await entriesNaming(context, path));
}
