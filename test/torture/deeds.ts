import type { Workshop } from '../cli/workshop.ts';

type Deed = (shop: Workshop, number: number) => void;

/** What people do in their own checkout. Each leaves it on `main` with nothing staged. */
export const DEEDS: readonly Deed[] = [
  ({ write, git }, number) => {
    write(`mine/${number}.txt`, 'mine\n');
    git('add', 'mine');
    git('commit', '-q', '-m', `mine ${number}`);
    git('commit', '-q', '--amend', '-m', `mine ${number}, better said`);
  },
  ({ git }, number) => {
    git('switch', '-q', '-c', `topic-${number}`);
    git('commit', '-q', '--allow-empty', '-m', `topic ${number}`);
    git('switch', '-q', 'main');
  },
  ({ git }, number) => {
    git('branch', `short-${number}`);
    git('branch', '-q', '-D', `short-${number}`);
  },
  ({ write, git }, number) => {
    write('notes.txt', `note ${number}\n`);
    git('stash', 'push', '-q', '--include-untracked', '-m', `stash ${number}`);
  },
  ({ git }, number) => {
    git('tag', `v${number}`);
    git('config', 'user.torture', String(number));
  },
  ({ write }, number) => void write('scratch.txt', `not committed ${number}\n`),
];

/** Everything but the branch of the run. */
export function ownThings({ git }: Workshop): string {
  const refs = git('for-each-ref', '--format=%(refname) %(objectname)').split('\n');
  return [
    ...refs.filter(line => !/^refs\/(?:phasewright|heads\/work)/.test(line)),
    git('stash', 'list'),
    git('status', '--porcelain', '--branch'),
    git('symbolic-ref', 'HEAD'),
    git('config', '--list', '--local'),
  ].join('\n');
}
