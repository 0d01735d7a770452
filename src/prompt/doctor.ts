import type { Phase, Plan } from '../plan/model.ts';
import type { Action } from '../run/answer.ts';
import type { Strength } from '../run/ladder-event.ts';
import { type Attempted, attemptWords, failureWords } from './attempts.ts';
import type { AnswerForm } from './brief.ts';
import { code, FENCES_ARE_DATA, listed, oneLine, printed, quoted } from './foreign.ts';
import { phaseText } from './phase-text.ts';
import { feedbackFile, planFile } from './places.ts';
import { answerWords } from './reporting.ts';
import { prompt } from './template.ts';

export interface DoctorBrief extends Attempted {
  readonly plan: Plan;
  readonly phase: Phase;
  readonly strength: Strength;
  /** The commands that may be run, word for word; without any none is offered. */
  readonly fixes: readonly string[];
  /** Whose service is used, and whose could be. */
  readonly providers: { readonly current: string; readonly others: readonly string[] };
  readonly canReplan: boolean;
  /** Whether the phase may be left out. */
  readonly optional: boolean;
  /** What doctors said about this phase before; `helped` is null where that is not known. */
  readonly earlier: readonly EarlierAdvice[];
  readonly report: AnswerForm;
}

interface EarlierAdvice {
  readonly diagnosis: string;
  readonly hint: string | null;
  readonly helped: boolean | null;
}

/** Commands and providers that are listed one by one. */
const MAX_LISTED = 50;
/** Of what doctors said before, in characters; the newest are told of. */
const MAX_ADVICE_CHARACTERS = 4_000;
const MAX_ADVICE = 10;

/** What a doctor is told: what was tried and what came of it, and to say what is wrong and what is to be done. */
export function doctorPrompt(brief: DoctorBrief, template: string | null): string {
  const { plan, phase, record, base, failure, strength, report } = brief;
  const offered = actionsOf(brief);
  return prompt(
    'doctor',
    template,
    {
      assignment: `Phase ${phase.id} of the plan "${oneLine(plan.title || plan.goal)}" does not succeed. Find out why, and say what is to be done next. You do none of it yourself.\n\n${phaseText(phase, 'whole', planFile(record))}`,
      failure: failureWords(brief),
      attempts: attemptWords(brief),
      earlier: earlierWords(brief),
      actions: `Choose one of these:\n${offered.map(([action, words]) => `- \`${action}\`: ${words}`).join('\n')}`,
      rules: `${RULES} ${BY_STRENGTH[strength]} ${FENCES_ARE_DATA}`,
      answer: answerWords(report, answerShape(offered.map(([action]) => action))),
    },
    {
      plan: oneLine(plan.title || plan.goal),
      phase: phase.id,
      title: oneLine(phase.title),
      record,
      base,
      category: failure.category,
      strength,
    },
  );
}

/** Only what can be done is offered, each with when to choose it. */
function actionsOf(brief: DoctorBrief): (readonly [Action, string])[] {
  const { fixes, providers, canReplan, optional } = brief;
  const all: (readonly [Action, boolean, () => string])[] = [
    [
      'retry_with_fix',
      true,
      () =>
        'the phase can be done as it is described. `hint` tells the next developer what to do differently, once: which file, which call, which mistake. It must say more than the errors do.',
    ],
    [
      'replan',
      canReplan,
      () =>
        'what the phase describes cannot work here, whoever does it, because it takes something for granted that does not hold. The diagnosis names that.',
    ],
    [
      'execute_fix',
      fixes.length > 0,
      () =>
        `something around the code is broken, and one of these commands mends it. \`command\` repeats it word for word:\n${nested(fixes.map(code))}`,
    ],
    [
      'rollback_provider',
      providers.others.length > 0,
      () =>
        `the fault lies with the service that the agents use (${code(providers.current)}). Another one takes over: ${providers.others.slice(0, MAX_LISTED).map(code).join(', ')}.`,
    ],
    [
      'skip_phase',
      optional,
      () => 'it cannot be done for now, the phase may be left out, and no later phase needs what it brings.',
    ],
    [
      'fatal_error',
      true,
      () =>
        'no agent can do it: access, a decision or something outside of the repository is missing. The diagnosis says exactly what a person has to provide.',
    ],
  ];
  return all.filter(([, isOffered]) => isOffered).map(([action, , words]) => [action, words()] as const);
}

const nested = (items: readonly string[]): string =>
  listed(items, MAX_LISTED, 'the settings of the run').replaceAll(/^/gm, '  ');

function earlierWords({ earlier, record, phase }: DoctorBrief): string {
  if (earlier.length === 0) return '';
  const lines = earlier.slice(-MAX_ADVICE).map(({ diagnosis, hint, helped }) =>
    JSON.stringify({
      diagnosis: cut(diagnosis),
      hint: hint === null ? null : cut(hint),
      helped: helped === null ? 'unknown' : helped,
    }),
  );
  const whole = feedbackFile(record, phase.id);
  return [
    'What was said about this phase before, one a line, the newest last. What did not help was not the cause, or not all of it:',
    quoted(lines.join('\n'), { limit: Number.POSITIVE_INFINITY, whole, language: 'json' }),
  ].join('\n\n');
}

const cut = (text: string): string =>
  text.length > MAX_ADVICE_CHARACTERS ? `${printed(text).slice(0, MAX_ADVICE_CHARACTERS)}…` : printed(text);

const RULES =
  'Read only: change no files, commit nothing, run nothing that changes something. Look at the code and at what the attempts did before you judge; a message often shows where a fault came to light and not where it is. The diagnosis names the cause in a few sentences, with the files that you saw it in. `confidence` is how sure you are, from 0 to 1: 0.9 where you saw the cause, 0.5 where you suspect it. Never advise to delete, skip or loosen tests or checks.';

const BY_STRENGTH: Readonly<Record<Strength, string>> = {
  cheap:
    'A quick look is enough: where it does not show the cause, say so with a low confidence, and somebody else looks closer.',
  strong:
    'Nobody looks closer after you. Take your time, compare the attempts with each other, and follow the fault to its origin.',
};

const answerShape = (offered: readonly Action[]): string =>
  `{"action": "${offered.join('|')}", "confidence": 0.9, "diagnosis": "what is wrong and where it shows", "hint": null, "command": null}`;
