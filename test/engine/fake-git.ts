import { refused } from '../../src/git/failure.ts';
import type {
  Change,
  CloseRequest,
  GitResult,
  Landing,
  LandRequest,
  Workspaces,
} from '../../src/git/port.ts';
import { isCheckSlot } from '../../src/git/slot-name.ts';
import type { FileChange, Inspection } from '../../src/run/gates.ts';

/** Files by path. */
export type Tree = ReadonlyMap<string, string>;

interface Commit {
  readonly id: string;
  readonly tree: Tree;
  readonly parent: string | null;
  readonly message: string;
}

/** What git would hold: commits, the run branch, and slots with their files. Survives a crash of the engine. */
export interface FakeGit {
  readonly workspaces: Workspaces;
  /** The same git, for a process that may die, or be overtaken by another one, between two steps of an operation. */
  readonly stepwise: (between: () => Promise<void>) => Workspaces;
  readonly commits: ReadonlyMap<string, Commit>;
  readonly refs: ReadonlyMap<string, string>;
  readonly slots: Map<number, Map<string, string>>;
  /** The files of the commit that each slot was opened at. */
  readonly opened: ReadonlyMap<number, Tree>;
  /** The record as it was last placed in each slot. */
  readonly records: ReadonlyMap<number, Tree>;
  readonly head: () => string;
  /** Messages on the run branch, first to last. */
  readonly log: () => readonly string[];
  readonly isAncestor: (older: string, newer: string) => boolean;
}

/** Where the record lies in commits. */
export const RECORD = 'record/';
/** What lies here git ignores. */
export const IGNORED = 'ignored/';
const isIgnored = (path: string): boolean => path.startsWith(IGNORED);

/** A model of the git room, small enough to be obviously right. */
export function fakeGit(base: Tree = new Map()): FakeGit {
  const commits = new Map<string, Commit>();
  const refs = new Map<string, string>();
  const slots = new Map<number, Map<string, string>>();
  const records = new Map<number, Tree>();
  const opened = new Map<number, Tree>();
  const ignoredIn = (slot: number): [string, string][] =>
    [...(slots.get(slot) ?? [])].filter(([path]) => isIgnored(path));
  const commit = (tree: Tree, parent: string | null, message: string): string => {
    const id = `c${commits.size}`;
    commits.set(id, { id, tree, parent, message });
    return id;
  };
  const treeOf = (id: string): Tree => commits.get(id)!.tree;
  const root = commit(base, null, 'base');
  const head = (): string => refs.get('branch')!;

  const snapshot = (name: string, tree: Tree, parent: string) => {
    const id = commit(tree, parent, name);
    refs.set(name, id);
    const changes = changesBetween(treeOf(parent), tree);
    return { commit: id, changed: changes.length, changes };
  };

  const stepwise = (between: () => Promise<void>): Workspaces => ({
    pathOf: slot => `/slots/${slot}`,
    stop() {},
    async openRun() {
      await between();
      if (!refs.has('branch')) refs.set('branch', root);
      return ok({ head: head() });
    },
    async open({ slot, base: at, contents }) {
      const isFresh = !slots.has(slot);
      slots.set(slot, new Map([['half.txt', 'made'], ...ignoredIn(slot)]));
      await between();
      opened.set(slot, treeOf(contents ?? at));
      slots.set(slot, new Map([...treeOf(contents ?? at), ...ignoredIn(slot)]));
      return ok({ path: `/slots/${slot}`, ...(isFresh && isCheckSlot(slot) ? { anew: true } : {}) });
    },
    async capture({ phase, attempt, lane, slot, base: parent }) {
      const files = slots.get(slot);
      // Whoever was robbed of the run may come when the other one has tidied up.
      if (!files) return refused('misplaced', `/slots/${slot} is gone`, '');
      const tree = new Map([...files].filter(([path]) => !isIgnored(path)));
      const ignored = ignoredIn(slot).map(([path]) => ({ path, rule: '.gitignore:1', isNew: true }));
      await between();
      return ok({ ...snapshot(`${phase}/${attempt}/${lane ?? '-'}`, tree, parent), ignored });
    },
    async combine({ phase, attempt, base: parent, commits: parts }) {
      let tree = treeOf(parent);
      for (const part of parts) {
        const merged = merge(treeOf(parent), tree, treeOf(part));
        if (merged.conflicts.length > 0) return ok({ outcome: 'conflict', files: merged.conflicts });
        tree = merged.tree;
        await between();
      }
      return ok({ outcome: 'combined', ...snapshot(`${phase}/${attempt}/-`, tree, parent) });
    },
    async land(request) {
      for (;;) {
        const onto = head();
        const made = landingOn(onto, request);
        await between();
        if (made.outcome !== 'landed' || made.head === onto) return ok(made);
        if (head() !== onto) continue;
        refs.set('branch', made.head);
        await between();
        return ok(made);
      }
    },
    async closeRun({ record }) {
      await between();
      slots.clear();
      await between();
      const kept = record && refs.has('branch') ? recorded(record) : null;
      return ok({ head: head() ?? root, rescued: [], record: kept, recordProblem: null });
    },
    async placeRecord(slot, files) {
      await between();
      records.set(slot, files);
      return ok({});
    },
    readReport: async () => null,
    disturbed: async () => ({ ok: true, files: [] }),
    async touched(slot) {
      await between();
      const seen = [...(slots.get(slot) ?? [])].filter(([path]) => !isIgnored(path));
      const changes = changesBetween(opened.get(slot) ?? new Map(), new Map(seen));
      const [added, changed] = [changes.filter(isAdded), changes.filter(change => !isAdded(change))];
      return ok({ changed: changed.map(pathOf), added: added.map(pathOf), isMoved: false });
    },
    async ignoredFiles(slot) {
      await between();
      return ok({ files: new Map(ignoredIn(slot)) });
    },
    async restoreIgnored({ slot, to }) {
      const found = new Map(ignoredIn(slot));
      const isIntact = [...to].every(([path, content]) => found.get(path) === content);
      for (const path of found.keys()) {
        if (isIntact && to.has(path)) continue;
        await between();
        slots.get(slot)?.delete(path);
      }
      return ok({ isIntact });
    },
    async removeIgnored({ slot, paths }) {
      for (const path of paths) {
        await between();
        slots.get(slot)?.delete(path);
      }
      return ok({});
    },
    async changedFiles({ from, to }) {
      await between();
      const changes = changesBetween(treeOf(from), treeOf(to));
      return ok({
        files: changes.map(pathOf),
        isRemoved: changes.some(({ status }) => status === 'deleted'),
      });
    },
    async inspect({ base: from, snapshot: to, deliverables }) {
      await between();
      const files = linesBetween(treeOf(from), treeOf(to));
      const found = deliverables.map(path => deliverable(treeOf(to), path));
      return ok({ files, changed: files.length, patches: [], truncated: false, deliverables: found });
    },
    async diff({ base: from, snapshot: to }) {
      await between();
      const paths = changesBetween(treeOf(from), treeOf(to)).map(({ path }) => path);
      return ok({ text: paths.join('\n'), truncated: false, stat: '' });
    },
  });

  /** The record on top of the branch; nothing new where it is there already. */
  const recorded = ({ files, message }: NonNullable<CloseRequest['record']>): string => {
    const others = [...treeOf(head())].filter(([path]) => !path.startsWith(RECORD));
    const texts = [...files].map(([path, text]) => [`${RECORD}${path}`, text] as const);
    const tree = new Map([...others, ...texts]);
    if (changesBetween(treeOf(head()), tree).length > 0) refs.set('branch', commit(tree, head(), message));
    return head();
  };

  /** What landing there would lead to. The branch is not moved yet. */
  const landingOn = (onto: string, request: LandRequest): Landing => {
    const landed = [...ancestors(commits, onto)].find(({ message }) => phaseIn(message) === request.phase);
    if (landed) return { outcome: 'landed', commit: landed.id, head: onto };
    if (request.checked !== null && commits.get(request.checked)?.parent === onto) {
      return { outcome: 'landed', commit: request.checked, head: request.checked };
    }
    const merged = merge(treeOf(request.base), treeOf(onto), treeOf(request.snapshot));
    if (merged.conflicts.length > 0) return { outcome: 'conflict', files: merged.conflicts, head: onto };
    const id = commit(merged.tree, onto, request.message);
    if (request.checkCombined && onto !== request.base)
      return { outcome: 'unchecked', commit: id, head: onto };
    return { outcome: 'landed', commit: id, head: id };
  };
  const log = (): string[] => [...ancestors(commits, head())].map(({ message }) => message).reverse();
  const isAncestor = (older: string, newer: string): boolean =>
    [...ancestors(commits, newer)].some(({ id }) => id === older);
  return {
    workspaces: stepwise(async () => {}),
    stepwise,
    commits,
    refs,
    slots,
    head,
    log,
    isAncestor,
    opened,
    records,
  };
}

const ok = <T>(value: T): GitResult<T> => ({ ok: true, ...value }) as GitResult<T>;

export const phaseIn = (message: string): string | undefined =>
  /^Phasewright-Phase: (.*)$/m.exec(message)?.[1];

function* ancestors(commits: ReadonlyMap<string, Commit>, from: string): Generator<Commit> {
  for (let id: string | null = from; id !== null; ) {
    const commit: Commit = commits.get(id)!;
    yield commit;
    id = commit.parent;
  }
}

function changesBetween(before: Tree, after: Tree): Change[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path): Change[] => {
    if (before.get(path) === after.get(path)) return [];
    const status = !before.has(path) ? 'added' : after.has(path) ? 'modified' : 'deleted';
    return [{ status, path }];
  });
}

const isAdded = ({ status }: Change): boolean => status === 'added';
const pathOf = ({ path }: Change): string => path;

const linesOf = (text: string | undefined): number => (text ? text.split('\n').length : 0);

const linesBetween = (before: Tree, after: Tree): FileChange[] =>
  changesBetween(before, after).map(({ path, status }) => ({
    path,
    status,
    from: null,
    added: linesOf(after.get(path)),
    deleted: linesOf(before.get(path)),
    binary: false,
  }));

function deliverable(tree: Tree, path: string): Inspection['deliverables'][number] {
  const paths = [...tree.keys()];
  const isFolder = paths.some(other => other.startsWith(`${path}/`));
  const found = tree.has(path) ? 'file' : isFolder ? 'folder' : 'nothing';
  const name = path.split('/').at(-1);
  const elsewhere =
    found === 'nothing' ? paths.filter(other => other !== path && other.split('/').at(-1) === name) : [];
  return { path, found, elsewhere };
}

/** File by file: whoever changed a file since the base wins; both in different ways is a conflict. */
function merge(base: Tree, ours: Tree, theirs: Tree): { tree: Tree; conflicts: string[] } {
  const tree = new Map(ours);
  const conflicts: string[] = [];
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [was, mine, other] = [base.get(path), ours.get(path), theirs.get(path)];
    if (other === was || other === mine) continue;
    if (mine !== was) conflicts.push(path);
    else if (other === undefined) tree.delete(path);
    else tree.set(path, other);
  }
  return { tree, conflicts };
}
