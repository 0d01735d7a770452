/** Longest path of a file, in characters. */
const MAX_PATH = 4096;
/** Characters that some file systems do not look at when they compare names. */
const UNSEEN = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;
/** Names that lead into git's own folder on one file system or another. */
const GIT_FOLDER = /^(?:\.git|git~\d)[ .]*(?::|$)/i;

/** Whether a path, from the top of a workspace and with `/`, is that of a file which a cassette may hold. */
export const isStorablePath = (path: string): boolean =>
  path !== '' && path.length <= MAX_PATH && path.split('/').every(isPlainName);

/**
 * Whether a link at a storable path stays in the workspace, whatever other such links there are. Hence `..` only at the
 * beginning: behind another link it would not lead to where it seems to.
 */
export function linkStaysInside(path: string, target: string): boolean {
  if (target === '' || target.length > MAX_PATH || target.startsWith('/')) return false;
  const names = target.split('/').filter(name => name !== '' && name !== '.');
  const ups = names.findIndex(name => name !== '..');
  const up = ups === -1 ? names.length : ups;
  return up < path.split('/').length && names.slice(up).every(isPlainName);
}

const isPlainName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !name.includes('\0') &&
  !GIT_FOLDER.test(name.replace(UNSEEN, ''));
