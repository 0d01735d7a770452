import { printable } from '../base/printable.ts';
import type { Style } from './style.ts';

/** What this machine has of all that runs need. */
export interface Survey {
  readonly phasewright: string;
  readonly node: string;
  readonly git: Found;
  readonly stateFolder: string;
  readonly sandbox: Found;
  /** What the sandbox is set to hold, where there is one. */
  readonly confines: { readonly checks: boolean; readonly network: boolean };
  readonly agents: readonly AgentSurvey[];
}

export type Found =
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

export interface AgentSurvey {
  readonly name: string;
  readonly title: string;
  readonly protocol: string;
  readonly program: string | null;
  readonly version: Found;
  /** By what it is let in, never the secret itself; null where nothing was found. */
  readonly login: string | null;
  readonly loginHint: string;
  readonly abilities: AbilitiesShown;
  readonly notes: readonly string[];
}

interface AbilitiesShown {
  readonly answers: 'schema' | 'tool' | 'text';
  readonly continues: boolean;
  readonly usage: 'stream' | 'end' | 'never';
  readonly tellsCost: boolean;
  readonly readOnly: 'tools' | 'sandbox' | 'request';
}

interface Shown {
  /** Agents of any protocol that are not there. */
  readonly all: boolean;
  /** What a user ought to know of each agent that is. */
  readonly verbose: boolean;
}

/** For people: what is there, what is missing, and what to do about each gap. */
export function surveyText(survey: Survey, style: Style, { all, verbose }: Shown): string {
  const here = survey.agents.filter(({ version }) => version.ok);
  const missing = survey.agents.filter(({ version }) => !version.ok);
  return [
    `${style.bold('phasewright')} ${survey.phasewright} on Node.js ${survey.node}`,
    `${style.bold('git')}      ${foundLine(survey.git, style)}`,
    `${style.bold('state')}    ${printable(survey.stateFolder)}`,
    ...sandboxLines(survey, style),
    '',
    ...here.flatMap(agent => agentLines(agent, style, verbose)),
    ...(here.length === 0 ? [style.yellow('no agent is installed'), ''] : []),
    ...missingLines(all ? missing : missing.filter(({ name }) => !name.startsWith('acp:')), style),
    '',
  ].join('\n');
}

const foundLine = (found: Found, style: Style): string =>
  found.ok ? printable(found.version) : `${style.red(printable(found.problem))}: ${printable(found.hint)}`;

function sandboxLines({ sandbox: found, confines }: Survey, style: Style): string[] {
  const { checks, network } = confines;
  return found.ok
    ? [
        `${style.bold('sandbox')}  bubblewrap ${printable(found.version)}: agents${checks ? ' and checks' : ''} write to their workspace and their own home only,`,
        '         see no other processes, and not your keys (docs/agents.md tells which)',
        ...(network
          ? [
              '         they reach the network, and abstract sockets with it (sandbox.network: false takes both away)',
            ]
          : ['         they reach no network']),
        ...(checks
          ? []
          : [
              `         ${style.yellow('checks and setup commands run outside of it, as you')} (sandbox.checks)`,
            ]),
      ]
    : [
        `${style.bold('sandbox')}  ${style.yellow(`none: ${printable(found.problem)}`)}. Only an agent's own permissions hold it back.`,
        `         ${printable(found.hint)}`,
      ];
}

function agentLines(agent: AgentSurvey, style: Style, verbose: boolean): string[] {
  const { name, title, version, login, loginHint, protocol, abilities, notes } = agent;
  const told = version.ok && version.version !== '' ? ` ${printable(version.version)}` : '';
  const line = (word: string, text: string): string => `  ${word.padEnd(10)} ${text}`;
  return [
    `${style.green(name)}  ${title}${told}`,
    line('access', login === null ? style.yellow(`none found: ${printable(loginHint)}`) : printable(login)),
    line('protocol', protocol),
    line('abilities', abilityWords(abilities).join(', ')),
    ...(verbose ? notes : []).map(note => line('note', printable(note))),
    '',
  ];
}

/** What can be expected of an agent, in words. */
const abilityWords = ({ answers, continues, usage, tellsCost, readOnly }: AbilitiesShown): string[] => [
  { schema: 'answers by schema', tool: 'answers by our tool', text: 'answers in its last words' }[answers],
  continues ? 'sessions go on' : 'sessions cannot go on',
  { stream: 'tells tokens while it works', end: 'tells tokens at the end', never: 'tells no tokens' }[usage],
  tellsCost ? 'tells cost' : 'cost is estimated',
  {
    tools: 'read-only by its tools',
    sandbox: 'read-only by its own sandbox',
    request: 'read-only by request alone',
  }[readOnly],
];

function missingLines(missing: readonly AgentSurvey[], style: Style): string[] {
  if (missing.length === 0) return [];
  const width = Math.max(...missing.map(({ name }) => name.length));
  return [
    style.dim('not here:'),
    ...missing.map(({ name, version }) =>
      version.ok ? '' : `  ${name.padEnd(width)}  ${printable(version.problem)}; ${printable(version.hint)}`,
    ),
  ];
}
