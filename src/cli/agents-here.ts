import { AGENT_NAMES, loadKind, SCRIPTED } from '../agent/catalogue.ts';
import { isHere } from '../agent/survey.ts';

/** Those that could begin right away. */
export async function agentsHere(): Promise<readonly string[]> {
  const kinds = await Promise.all(AGENT_NAMES.map(loadKind));
  const here = kinds.filter(kind => kind !== null && isHere(kind, process.env.PATH ?? ''));
  return [...here.map(kind => kind!.name), SCRIPTED];
}
