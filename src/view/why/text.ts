import { printable } from '../../base/printable.ts';
import { type Look, typed } from '../look.ts';
import type { Style } from '../style.ts';
import { moment } from '../time.ts';
import { fitted, hung } from '../wrapped.ts';
import type { Decision, PhaseStory, Story } from './story.ts';

/** Lines of one quoted text, and characters of each. */
const MAX_LINES = 12;
const MAX_CHARACTERS = 400;
/** Decisions of one phase, or of the run, that are printed: the first and the last. */
const MAX_DECISIONS = 100;

/** The story for people. `only` is the id of a phase that alone is asked about. */
export function whyText(story: Story, only: string | null, look: Look): string {
  const phases = only === null ? story.phases : story.phases.filter(({ id }) => id === only);
  const own = only === null ? story.decisions : [];
  const blocks = [
    ...(own.length === 0 ? [] : [block(`run ${story.run}: ${story.status}`, own, look)]),
    ...phases.map(phase => block(titleOf(phase), phase.decisions, look)),
  ];
  if (blocks.length > 0) return blocks.join('\n');
  const what = only === null ? `run ${story.run}` : `phase ${printable(only)} of run ${story.run}`;
  return `nothing to tell about ${what}: nothing failed and nothing had to be decided\n`;
}

const titleOf = ({ id, title, status }: PhaseStory): string =>
  `${printable(id)} ${printable(title)}: ${status}`;

function block(title: string, decisions: readonly Decision[], look: Look): string {
  const half = MAX_DECISIONS / 2;
  const isMany = decisions.length > MAX_DECISIONS;
  const told = listed(isMany ? decisions.slice(0, half) : decisions, look);
  const left = isMany ? [`  ${decisions.length - MAX_DECISIONS} left out; --json has all of them`] : [];
  const rest = isMany ? listed(decisions.slice(-half), look) : [];
  return `${[fitted(look.style.bold(title), look.columns), ...told, ...left, ...rest].join('\n')}\n`;
}

/** A moment is written once for all that was decided in it; on a screen the day stands on a line of its own. */
function listed(decisions: readonly Decision[], { style, unicode, columns }: Look): string[] {
  const isScreen = columns !== Infinity;
  let last = '';
  return decisions.flatMap(decision => {
    const whole = moment(decision.at);
    const [day = '', time = ''] = whole.split(' ');
    const at = isScreen ? time : whole;
    const blank = ' '.repeat(at.length);
    const margin = whole === last ? blank : style.dim(at);
    const date = isScreen && !last.startsWith(day) ? [`  ${style.dim(day)}`] : [];
    last = whole;
    const [first = '', ...others] = linesOf(decision, style).map(line => typed(line, unicode));
    return [
      ...date,
      ...hung(`  ${margin}  `, first, columns),
      ...others.flatMap(line => hung(`  ${blank}    `, line, columns)),
    ];
  });
}

function linesOf(decision: Decision, style: Style): string[] {
  const { text, words, because, helped, tone, event } = decision;
  const said = words.split('\n').filter(line => line.trim() !== '');
  const colour = tone === 'bad' ? style.yellow : tone === 'good' ? style.green : (line: string) => line;
  const head = `${colour(cut(text))}${because === '' ? '' : ` — ${cut(because)}`}`;
  const outcome = helped === null ? [] : [helped ? 'it helped' : 'it did not help'];
  if (event === 'attempt_failed')
    return [`${head}${said[0] === undefined ? '' : `: ${cut(said[0])}`}`, ...lastWords(said)];
  const more = said.length > MAX_LINES ? [`… ${said.length - MAX_LINES} more lines`] : [];
  return [head, ...said.slice(0, MAX_LINES).map(cut), ...more, ...outcome];
}

/** Of a program that failed the last line tells most. */
const lastWords = ([first = '', ...others]: readonly string[]): string[] =>
  first.startsWith('`') ? others.slice(-1).map(cut) : [];

function cut(line: string): string {
  const safe = printable(line.trim());
  return safe.length > MAX_CHARACTERS ? `${safe.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : safe;
}
