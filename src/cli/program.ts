import { Command } from 'commander';
import { refuseInsideSession } from './inside-session.ts';
import { addAgents, addEnv } from './program/agent-commands.ts';
import { addConfig, addInit } from './program/config-commands.ts';
import { addOperations } from './program/operations.ts';
import { addCheck, addConvert, addGraph } from './program/plan-commands.ts';
import { addDemo, addPlan, addResume, addRun } from './program/run-commands.ts';
import type { Session } from './program/session.ts';
import { addStories, addViews } from './program/views.ts';
import { version } from './version.ts';

/** The command line: every command with its options and examples. What a command does is loaded when it is called. */
export function buildProgram(session: Session): Command {
  const program = new Command('phasewright')
    .description('Carries out an approved implementation plan, hands-off, with coding agents.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(run phasewright --help for the commands)')
    .hook('preAction', (_, command) => refuseInsideSession(command.name(), process.env))
    .addHelpText('after', HELP);
  addInit(program, session);
  addPlan(program, session);
  addCheck(program, session);
  addGraph(program, session);
  addConvert(program, session);
  addRun(program, session);
  addResume(program, session);
  addViews(program, session);
  addStories(program, session);
  addOperations(program, session);
  addConfig(program, session);
  addEnv(program, session);
  addAgents(program, session);
  addDemo(program, session);
  for (const command of program.commands)
    command.showHelpAfterError(`(run phasewright ${command.name()} --help for how it is called)`);
  return program;
}

const HELP = `
Start here:
  phasewright demo                     watch a run in a scratch repository
  phasewright env                      which agents are here, and what protects you?
  phasewright check plan.md            is the plan understood, and is it sound?
  phasewright run plan.md --dry-run    what would a run do?
  phasewright run plan.md              carry it out

RUN is an id that \`status\` shows; its first letters suffice.

Exit codes:
  0 completed    1 failed or halted    2 wrong usage or a plan with errors
  3 waiting for a person               130 interrupted; resume goes on
`;
