import type { Random } from '../fuzz/random.ts';

/** How the user's list of what git is to ignore is named. `usual` is where git looks without being told. */
const IGNORES = ['none', 'usual', 'link', 'tilde', 'quoted', 'commented', 'full'] as const;

/** What is odd about the machine on which a scenario takes place, and about how the run is asked for. */
export interface Ground {
  /** HOME is a link. */
  readonly linkedHome: boolean;
  /** XDG_CONFIG_HOME is not the usual folder. */
  readonly movedSettings: boolean;
  /** TMPDIR is a folder of the home. */
  readonly movedTemporary: boolean;
  readonly ignores: (typeof IGNORES)[number];
  /** Hooks in a folder of the repository, which run on what lands. */
  readonly hooks: boolean;
  /** The run works in the checkout itself. */
  readonly here: boolean;
}

/** An ordinary one. */
export const PLAIN: Ground = {
  linkedHome: false,
  movedSettings: false,
  movedTemporary: false,
  ignores: 'none',
  hooks: false,
  here: false,
};

/** Half of all grounds are plain. */
export function groundFrom(next: Random, hooks: boolean, mayBeHere: boolean): Ground {
  const oneIn = (count: number): boolean => next.below(count) === 0;
  if (oneIn(2)) return { ...PLAIN, hooks };
  return {
    linkedHome: oneIn(3),
    movedSettings: oneIn(3),
    movedTemporary: oneIn(3),
    ignores: next.pick(IGNORES),
    hooks: hooks || oneIn(4),
    here: oneIn(3) && mayBeHere,
  };
}

/** What stands in `~/.gitconfig` about the list, and where that is, from the home. */
export function ignoresIn(
  home: string,
  { ignores, movedSettings }: Ground,
): { readonly setting: string; readonly file: string | null } {
  const usual = `${movedSettings ? 'settings' : '.config'}/git/ignore`;
  const named = (value: string) => ({ setting: `[core] excludesFile = ${value}\n`, file: 'mine' });
  switch (ignores) {
    case 'none':
      return { setting: '', file: null };
    case 'usual':
    case 'link':
      return { setting: '', file: usual };
    case 'tilde':
      return named('~/mine');
    case 'quoted':
      return named('"~/mine"');
    case 'commented':
      return named('~/mine # and why');
    default:
      return named(`${home}/mine`);
  }
}
