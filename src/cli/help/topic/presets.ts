import { PRESETS } from '../../../run/policies.ts';
import { GUARDED, PRESET_SETTINGS, type Settings } from '../../../run/settings.ts';

/** What each preset sets, taken from what it really is, and when to take which. */
export function presetsText(): string {
  const names = settingsThatDiffer();
  const width = Math.max(...names.map(name => name.length));
  const cells = (values: readonly string[]): string => values.map(value => value.padEnd(12)).join('');
  const row = (name: string, values: readonly string[]): string =>
    `  ${name.padEnd(width)}  ${cells(values)}`.trimEnd();
  const valuesOf = (name: keyof Settings): string[] =>
    PRESETS.map(preset => String(PRESET_SETTINGS[preset][name]));
  return [
    'A preset is a name for a combination of settings: how a plan is carried out.',
    'Without one it is phased. Each setting can still be given on top.',
    '',
    'What they set:',
    row('', PRESETS),
    ...names.map(name => row(name, valuesOf(name))),
    '',
    'The settings in which they differ:',
    WORDS,
    `--guarded adds perseverance to any of them: ${GUARDED.maxAttempts} attempts, and all that can be`,
    'done about failures (phasewright help recovery).',
    '',
    'phasewright run plan.md --preset tasks --dry-run shows what would be done.',
    'phasewright config show --origin tells where each setting comes from.',
    '',
  ].join('\n');
}

/** Those of which presets have different values; the others are the same for all. */
function settingsThatDiffer(): (keyof Settings)[] {
  const names = Object.keys(PRESET_SETTINGS.phased) as (keyof Settings)[];
  return names.filter(
    name => new Set(PRESETS.map(preset => JSON.stringify(PRESET_SETTINGS[preset][name]))).size > 1,
  );
}

const WORDS = `  schedule     ready: as soon as what it depends on has landed; batches, levels:
               all of a group before the next one; serial: one after the other
  session      an agent session for each phase, or for each subtask
  onReject     after a rejection begin afresh, or continue the conversation
  maxAttempts  how often a phase is tried
  onFailure    when a phase has failed: drain finishes what is under way and
               begins nothing new, halt stops everything at once
  prompt       what a developer is told: signpost says where to look, pointer
               less, full pastes everything in

When to take which:
  phased       plans of phases, each worth a commit. Take it if in doubt.
  subtasks     large phases with many small steps: a fresh session for each
               step, and any failure stops the run.
  tasks        a list of small tasks that build on each other, with a reviewer
               who talks to the same developer until it is right.
  autobuild    plans that say what may run in parallel and what must come
               first: batch after batch.
`;
