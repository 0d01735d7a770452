import { join } from 'node:path';
import { random } from '../fuzz/random.ts';
import type { PieceContext } from './piece.ts';
import { type Places, put } from './places.ts';
import { type PhaseScript, pieceNamed, type Scenario } from './scenario.ts';

const PIECE_SECONDS = 5;

/** What tells a canary that git is called by the agent itself. */
const AGENT = 'export HOSTILE_AGENT=1';

/** The script of the scripted agent for a scenario, and its plan. No phase waits for another. */
export const planOf = ({ phases }: Scenario): string =>
  JSON.stringify({ phases: phases.map(({ id }) => ({ id, title: `Part ${id}` })) });

export const scriptOf = (scenario: Scenario, places: Places): string =>
  JSON.stringify({
    developer: Object.fromEntries(
      scenario.phases.map(phase => [
        phase.id,
        phase.picks.length === 0
          ? [honest(phase.id, scenario)]
          : [hostile(phase, scenario, places), honest(phase.id, scenario)],
      ]),
    ),
  });

function hostile(phase: PhaseScript, scenario: Scenario, places: Places): object[] {
  const pieces = phase.picks.map(({ piece, seed }, at) => {
    const context: PieceContext = {
      name: `p${phase.id}x${at}`,
      phase: phase.id,
      places,
      random: random(seed),
      submodule: scenario.submodule,
    };
    const file = join(places.root, 'pieces', `${context.name}.sh`);
    const { shell, unconfined } = pieceNamed(piece);
    // With the user's rights, and their own repository in the place of the workspace's, it would be an attack on that.
    const guard = unconfined
      ? `[ "$(git rev-parse --absolute-git-dir)" != '${places.checkoutGit}' ] || exit 0\n`
      : '';
    put(file, `${AGENT}\n${guard}${shell(context)}\n`);
    // What others of its pieces have left may hold the agent's own git up, too.
    return { shell: `timeout --kill-after=1 ${PIECE_SECONDS} sh ${file}` };
  });
  const noted = join(places.notes, `files-${phase.id}.jsonl`);
  return [
    ...pieces,
    {
      shell: `'${places.node}' '${places.manifestProgram}' '${noted}' '${places.commits}' '${places.checkoutGit}'`,
    },
    phase.fails ? { fail: { category: 'logic', message: 'no luck' } } : { report: { status: 'completed' } },
  ];
}

/** Does its work, whatever it finds in the place where that belongs. */
const honest = (phase: string, { filter, ground }: Scenario): object[] => [
  {
    shell: [
      AGENT,
      'for d in work needs nb; do if [ -L $d ] || [ ! -d $d ]; then rm -rf $d; mkdir $d; fi; done',
      `rm -rf work/${phase}.txt needs/${phase}.txt`,
      `echo good > work/${phase}.txt; echo work/${phase}.txt > needs/${phase}.txt`,
      ...(ground.ignores === 'none' ? [] : [`echo 1 > noise-${phase}.txt`]),
      ...(filter === 'none' ? [] : [`printf 'good\\nOUT 1\\n' > nb/${phase}.nb`]),
    ].join('\n'),
  },
  { report: { status: 'completed' } },
];
