import { answerTool } from '../answer/tool.ts';
import { handBack, lend } from '../credentials.ts';
import { environmentFor } from '../environment.ts';
import { findProgram } from '../find-program.ts';
import type { AgentKind } from '../kind.ts';
import type { Abilities, SessionOptions, SessionResult } from '../port.ts';
import { type Emit, openSession } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';
import { converseWith } from '../talk/converse.ts';
import { unable } from '../unable.ts';
import { costsIn } from './costs.ts';
import { firstAlone } from './first.ts';
import type { AcpProfile } from './profile.ts';
import { GENERIC, PROFILES } from './profiles.ts';
import { talkAbout } from './talk.ts';

const PREFIX = 'acp:';
/** Agents do not end when they are asked to break off, they only tell what was spent. */
const INTERRUPT_MS = 1000;

/** Agents of which something is known. */
export const acpKinds: readonly AgentKind[] = PROFILES.map(kindOf);

/** The kind that a name in the settings means: one of the known, or one of the user's own; null for what is not `acp:`. */
export function acpKind(name: string): AgentKind | null {
  const known = acpKinds.find(kind => kind.name === name);
  if (known) return known;
  const own = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  return own === '' ? null : kindOf({ ...GENERIC, name: own, title: own });
}

function kindOf(profile: AcpProfile): AgentKind {
  const abilities: Abilities = {
    answers: profile.takesTool ? 'tool' : 'text',
    continues: profile.continues !== null,
    usage: profile.usage === 'none' ? 'never' : 'end',
    tellsCost: profile.tellsCost,
    readOnly: profile.readOnly,
  };
  const name = `${PREFIX}${profile.name}`;
  const { title, program, install, logins, loginHint, notes } = profile;
  return {
    name,
    title,
    protocol: 'Agent Client Protocol',
    program,
    versionArguments: ['--version'],
    install,
    logins,
    loginHint,
    abilities,
    notes,
    driver: surroundings => ({
      name,
      abilities,
      start: options =>
        openSession(emit => {
          const converse = (told: Emit) => hold(profile, options, surroundings, told);
          return profile.startsAlone ? firstAlone(surroundings.home, converse, emit) : converse(emit);
        }),
    }),
  };
}

async function hold(
  profile: AcpProfile,
  options: SessionOptions,
  surroundings: Surroundings,
  emit: Emit,
): Promise<SessionResult> {
  const preparation = profile.prepare?.(options, surroundings) ?? {};
  const environment = environmentFor(options, surroundings, profile.variables, {
    ...profile.settings,
    ...preparation.environment,
  });
  const program = surroundings.options.program ?? profile.program;
  const command = program === null ? null : findProgram(program, environment.PATH ?? '');
  if (command === null) return unable(`${profile.title} was not found. ${profile.install}`);
  const credentials = preparation.credentials ?? [];
  const { answerSchema } = options;
  const tool = answerSchema && profile.takesTool ? answerTool(answerSchema, surroundings.home) : null;
  const { arguments: own } = surroundings.options;
  credentials.forEach(lend);
  try {
    return await converseWith(
      {
        command,
        arguments: [...(own.length > 0 ? own : profile.arguments), ...(preparation.arguments ?? [])],
        environment,
        input: '',
        isServed: true,
        ...talkAbout({
          profile,
          preparation,
          options,
          allowance: {
            cwd: options.cwd,
            isReadOnly: options.permissions === 'read-only',
            isConfined: surroundings.confinement !== null,
          },
          tool,
          costs: costsIn(surroundings.home),
        }),
        writable: [
          surroundings.home,
          ...(preparation.writable ?? []),
          ...credentials.map(({ original }) => original),
        ],
        confinement: surroundings.confinement,
        limits: { interruptMs: INTERRUPT_MS, ...surroundings.limits },
      },
      options,
      emit,
    );
  } finally {
    credentials.forEach(handBack);
    tool?.dispose();
  }
}
