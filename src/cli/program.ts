import { Command, Help } from 'commander';
import { printableLines } from '../base/printable.ts';
import { complaint } from './help/complaint.ts';
import { EXIT_CODES } from './help/exit-codes.ts';
import { groupOf } from './help/groups.ts';
import { withHeadings } from './help/headings.ts';
import { TOPICS } from './help/topics.ts';
import { refuseInsideSession } from './inside-session.ts';
import { addAgents, addEnv } from './program/agent-commands.ts';
import { addConfig, addInit } from './program/config-commands.ts';
import { examples } from './program/examples.ts';
import { addCompletion, addHelp } from './program/help-commands.ts';
import { addDrive, addLive } from './program/live-commands.ts';
import { addOperations } from './program/operations.ts';
import { addCheck, addConvert, addGraph } from './program/plan-commands.ts';
import { addDemo, addPlan, addResume, addRun } from './program/run-commands.ts';
import type { Session } from './program/session.ts';
import { addStories, addViews } from './program/views.ts';
import { version } from './version.ts';

/** The command line: every command with its options and examples. What a command does is loaded when it is called. */
export function buildProgram(session: Session): Command {
  const { terminal } = session;
  const program = new Command('phasewright')
    .description('Carries out an approved implementation plan, hands-off, with coding agents.')
    .version(version(), '-V, --version', 'print the version')
    .option('--verbose', 'tell where an error came about')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({
      showGlobalOptions: true,
      // An option that a command has itself is told of once.
      visibleGlobalOptions(this: Help, command) {
        const own = command.options.map(({ long }) => long);
        return Help.prototype.visibleGlobalOptions
          .call(this, command)
          .filter(({ long }) => !own.includes(long));
      },
    })
    .configureOutput({
      writeOut: text => terminal.out(withHeadings(text, terminal.outStyle)),
      writeErr: text => terminal.err(withHeadings(printableLines(text), terminal.errStyle)),
      // Complaints are put into words of our own.
      outputError: () => {},
    })
    .showSuggestionAfterError(false)
    .hook('preAction', (_, command) => {
      refuseInsideSession(command.name(), process.env);
      if (program.getOptionValue('verbose')) command.setOptionValue('verbose', true);
    })
    .addHelpText('after', helpText());
  addInit(program, session);
  addPlan(program, session);
  addCheck(program, session);
  addGraph(program, session);
  addConvert(program, session);
  addRun(program, session);
  addResume(program, session);
  addLive(program, session);
  addDrive(program, session);
  addOperations(program, session);
  addViews(program, session);
  addStories(program, session);
  addConfig(program, session);
  addEnv(program, session);
  addAgents(program, session);
  addCompletion(program, session);
  addDemo(program, session);
  addHelp(program, session);
  for (const command of program.commands) command.helpGroup(groupOf(command.name()) ?? 'More:');
  sayWhatIsWrong(program);
  return program;
}

/** Every complaint is told in the name of the command that has it. */
function sayWhatIsWrong(command: Command): void {
  command.exitOverride(error => {
    const isHelp = error.code === 'commander.help' || error.exitCode === 0;
    throw isHelp ? error : complaint(command, error);
  });
  for (const child of command.commands) sayWhatIsWrong(child);
}

const helpText = (): string => `${examples([
  'demo                     watch a run in a scratch repository',
  'env                      which agents are here, and what protects you?',
  'check plan.md            is the plan understood, and is it sound?',
  'run plan.md --dry-run    what would a run do?',
  'run plan.md              carry it out',
])}
More help:
${TOPICS.map(({ name, summary }) => `  phasewright help ${name.padEnd(TOPIC_COLUMNS)} ${summary}`).join('\n')}

RUN is an id that \`status\` shows; its first letters suffice, and \`last\` is the last one here.

Exit codes:
${EXIT_CODES.map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n')}
`;

const TOPIC_COLUMNS = 12;
