import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gitIn, type Places } from '../places.ts';

/** In the checkout's `.git`, what is the user's own. */
const OWN_GIT = ['HEAD', 'config', 'index', 'hooks', 'info', 'modules'];
/** The run's refs, and branches that agents make without a sandbox. */
const NOT_OWN = /^refs\/(?:phasewright\/|heads\/(?:work|agent-[^ ]*) )/;

/** Canaries have a judge of their own; whoever runs puts temporary files where the user has them. */
const LEFT_OUT = ['home/canaries', 'home/tmp'];

export type UserState = ReadonlyMap<string, string>;

/** All that is the user's own, by its name. */
export function userState(places: Places): UserState {
  const { root, home, checkout, checkoutGit, environment, isHere } = places;
  const state = new Map<string, string>();
  const add = (path: string): void => addTree(state, root, path);
  for (const folder of [home, join(root, 'private'), join(root, 'tools')]) add(folder);
  // A run in the checkout itself changes its files, and tells git of them.
  const names = isHere ? [] : readdirSync(checkout);
  for (const name of names) if (name !== '.git') add(join(checkout, name));
  for (const name of OWN_GIT) if (!isHere || name !== 'index') add(join(checkoutGit, name));
  const refs = gitIn(checkout, environment, 'for-each-ref', '--format=%(refname) %(objectname)').split('\n');
  for (const line of refs.filter(text => text !== '' && !NOT_OWN.test(text))) {
    const [name = '', id = ''] = line.split(' ');
    state.set(name, id);
  }
  return state;
}

function addTree(state: Map<string, string>, root: string, path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const name = relative(root, path);
  if (!found || LEFT_OUT.includes(name)) return;
  if (found.isDirectory()) {
    state.set(name, `folder ${found.mode}`);
    for (const entry of readdirSync(path)) addTree(state, root, join(path, entry));
  } else if (found.isSymbolicLink()) state.set(name, `link ${readlinkSync(path)}`);
  else if (found.isFile()) {
    const hash = createHash('sha1').update(readFileSync(path)).digest('hex');
    state.set(name, `file ${found.mode} ${hash}`);
  } else state.set(name, `other ${found.mode}`);
}

/** The user's checkout, branches, configuration and home are as they were. */
export function judgeUntouched(places: Places, before: UserState): string[] {
  const after = userState(places);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter(name => before.get(name) !== after.get(name))
    .map(name => `touched: ${name}: ${before.get(name) ?? 'nothing'} became ${after.get(name) ?? 'nothing'}`);
}
