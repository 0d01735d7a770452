import type { Mutant } from '../mutant.ts';

/** What an agent leaves in a workspace acts, or is lost. */
export const WORKSPACES: readonly Mutant[] = [
  {
    name: 'git behind walls may write to the whole repository',
    file: 'src/git/walls.ts',
    find: '...[objects, lfs, ...writable].flatMap(path => {',
    replace: '...[commonDir, ...writable].flatMap(path => {',
  },
  {
    name: 'git behind walls reaches the network',
    file: 'src/git/walls.ts',
    find: ", '--unshare-net'],",
    replace: '],',
  },
  {
    name: 'root may unmount the walls',
    file: 'src/agent/sandbox/confine.ts',
    find: 'process.getuid?.() === 0',
    replace: 'process.getuid?.() === -1',
  },
  {
    name: 'git behind walls sees keys beside programs on the path',
    file: 'src/git/walls.ts',
    find: '...(programs.length > 0 ? covers({ ...confinement, hidden: beside }) : []),',
    replace: '',
  },
  {
    name: 'git behind walls sees the home for a program in it',
    file: 'src/git/walls.ts',
    find: 'const above = (path: string): string => (isLarge(dirname(path)) ? path : dirname(path));',
    replace: 'const above = (path: string): string => dirname(path);',
  },
  {
    name: 'filters run in the workspace',
    file: 'src/git/filters.ts',
    find: 'filters.filter(({ command }) => needsFolder(command));',
    replace: 'filters.filter(() => false);',
  },
  {
    name: 'our index keeps links to repositories that an agent made',
    file: 'src/git/nested.ts',
    find: 'if (linked.length > 0) {',
    replace: 'if (linked.length < 0) {',
  },
  {
    name: 'git looks into submodules by itself',
    file: 'src/git/content.ts',
    find: 'const aside = [...allButRecord(slot), ...links.populated.flatMap(allBut)];',
    replace: 'const aside = [...allButRecord(slot)];',
  },
  {
    name: 'a repository elsewhere is followed',
    file: 'src/git/inner-history.ts',
    find: 'return isContained(context, slot, gitDir) ? gitDir : null;',
    replace: 'return gitDir;',
  },
  {
    name: 'borrowed objects are taken for an agent’s own',
    file: 'src/git/inner-history.ts',
    find: 'if (found?.isDirectory()) return isContained(context, slot, dotGit) ? dotGit : null;',
    replace: 'if (found?.isDirectory()) return dotGit;',
  },
  {
    name: 'of a repository in a workspace only the files are kept',
    file: 'src/git/inner-history.ts',
    find: 'if (fetched.code === 0) return { ok: true, commits };',
    replace: 'if (fetched.code === 0) return { ok: true, commits: [] };',
  },
  {
    name: 'a submodule may be the workspace itself',
    file: 'src/git/nested.ts',
    find: "!['', '.', '..'].includes(part)",
    replace: "!['', '..'].includes(part)",
  },
  {
    name: 'our index of the checkout is not seen behind the walls',
    file: 'src/git/slot-place.ts',
    find: '[slot.gitDir, dirname(slot.index), slot.path, scratch]',
    replace: '[slot.gitDir, slot.path, scratch]',
  },
  {
    name: 'a folder that cannot be read is left out',
    file: 'src/git/content.ts',
    find: 'const isWhole = added.ok && !UNREAD.test(added.stderr);',
    replace: 'const isWhole = added.ok;',
  },
  {
    name: 'what a check installed is there for the check behind it',
    file: 'src/engine/perform/check-place.ts',
    find: 'hasInstalled(slot.ready.used.setUp)',
    replace: '!hasInstalled(slot.ready.used.setUp)',
  },
  {
    name: 'packages that a check has changed are taken for those of setup',
    file: 'src/engine/perform/installed.ts',
    find: 'slot.ready = null;\n    return { ok: true, files: told };',
    replace: 'return { ok: true, files: told };',
  },
  {
    name: 'what checks of landed work installed stays in a check slot',
    file: 'src/engine/perform/installed.ts',
    find: 'removeIgnored({ slot: slot.number, paths: extra })',
    replace: 'removeIgnored({ slot: slot.number, paths: [] })',
  },
  {
    name: 'what was built of a file that is gone stays in a check slot',
    file: 'src/engine/perform/check-slot.ts',
    find: 'changed.ok && changed.isRemoved',
    replace: 'changed.ok && !changed.isRemoved && !changed.ok',
  },
  {
    name: 'the baseline lacks what a check left that did damage to the work alone',
    file: 'src/engine/perform/check-place.ts',
    find: 'spoiling.has(nameOf(wanted.commit, earlier))',
    replace: 'spoiling.size > 0',
  },
];
