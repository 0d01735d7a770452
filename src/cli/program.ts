import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { CONVERT_FORMATS } from '../plan/convert/formats.ts';
import { FORMATS } from '../plan/model.ts';
import type { ParseOptions } from '../plan/parse.ts';
import { UNIT_SETTINGS } from '../plan/recognise/lift.ts';
import { TDD_SETTINGS } from '../plan/validate.ts';
import type { ExitCode } from './exit.ts';
import { CHECK_FORMATS, GRAPH_FORMATS } from './formats.ts';
import type { Terminal } from './terminal.ts';
import { version } from './version.ts';

/** What a command needs from the process. */
export interface Session {
  readonly terminal: Terminal;
  readonly arguments: readonly string[];
  readonly done: (code: ExitCode) => void;
}

/** The command line: every command with its options and examples. What a command does is loaded when it is called. */
export function buildProgram(session: Session): Command {
  const program = new Command('phasewright')
    .description('Carries out an approved implementation plan, hands-off, with coding agents.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(run phasewright --help for the commands)')
    .addHelpText('after', HELP);
  addCheck(program, session);
  addGraph(program, session);
  addRun(program, session);
  addConvert(program, session);
  return program;
}

const HELP = `
Start here:
  phasewright check plan.md            is the plan understood, and is it sound?
  phasewright graph plan.md            what depends on what?
  phasewright run plan.md --dry-run    what would a run do?

Exit codes:
  0 completed    1 failed    2 wrong usage or a plan with errors
  3 waiting for a person     130 interrupted
`;

function addCheck(program: Command, { terminal, done }: Session): void {
  const command = program
    .command('check')
    .summary('read plans and report what is wrong with them')
    .description('Reads plans, tells what was understood, and reports mistakes as a compiler does.')
    .argument('<plans...>', 'plan files; - reads standard input')
    .option('--json', 'print one JSON object for each plan, a line each')
    .addOption(new Option('--format <format>', 'how to report').choices(CHECK_FORMATS).default('text'));
  addParseOptions(command)
    .addHelpText(
      'after',
      examples([
        'check plan.md',
        'check docs/plans/*.md --json',
        'check plan.md --format sarif > plan.sarif',
        'check - < plan.md',
      ]),
    )
    .action(async (plans: string[], options) => {
      const { check } = await import('./command/check.ts');
      done(await check(plans, options.json ? 'json' : options.format, parseOptions(options), terminal));
    });
}

function addGraph(program: Command, { terminal, done }: Session): void {
  const command = program
    .command('graph')
    .summary('draw the phases of a plan')
    .description('Draws the phases of a plan and what depends on what.')
    .addArgument(planArgument())
    .addOption(new Option('--as <format>', 'kind of drawing').choices(GRAPH_FORMATS).default('ascii'))
    .option('-o, --output <file>', 'write to a file');
  addParseOptions(command)
    .addHelpText(
      'after',
      examples(['graph plan.md', 'graph plan.md --as svg -o plan.svg', 'graph plan.md --as mermaid']),
    )
    .action(async (plan: string, options) => {
      const { graph } = await import('./command/graph.ts');
      done(await graph(plan, options.as, { ...parseOptions(options), ...output(options) }, terminal));
    });
}

function addRun(program: Command, { terminal, arguments: words, done }: Session): void {
  const command = program
    .command('run')
    .summary('preview a run of a plan (--dry-run)')
    .description('Shows what a run of the plan would do: stack, batches, dependencies, critical path, cost.')
    .addArgument(planArgument())
    .option('--dry-run', 'only show what would be done')
    .option('--redo', 'do phases again that the plan marks as done')
    .option('--json', 'print the preview as one JSON object')
    .addOption(
      new Option('--concurrency <sessions>', 'sessions at once').default(4).argParser(positiveNumber),
    );
  addParseOptions(command)
    .addHelpText('after', examples(['run plan.md --dry-run', 'run plan.md --dry-run --json']))
    .action(async (plan: string, options) => {
      const { run } = await import('./command/run.ts');
      const commandLine = words.filter(word => word !== '--dry-run' && word !== '--json');
      done(await run(plan, { ...options, ...parseOptions(options), commandLine }, terminal));
    });
}

function addConvert(program: Command, { terminal, done }: Session): void {
  const command = program
    .command('convert')
    .summary('write a plan in its canonical form')
    .description(
      'Writes a plan as JSON, YAML or markdown in the canonical form, which reads back to the same plan.',
    )
    .addArgument(planArgument())
    .addOption(new Option('--to <format>', 'form to write').choices(CONVERT_FORMATS).makeOptionMandatory())
    .option('-o, --output <file>', 'write to a file');
  addParseOptions(command)
    .addHelpText(
      'after',
      examples(['convert plan.md --to yaml', 'convert tasks.json --to markdown -o plan.md']),
    )
    .action(async (plan: string, options) => {
      const { convert } = await import('./command/convert.ts');
      done(await convert(plan, options.to, { ...parseOptions(options), ...output(options) }, terminal));
    });
}

const planArgument = (): Argument => new Argument('<plan>', 'plan file; - reads standard input');

/** Options about how a plan is read, the same for every command that reads one. */
function addParseOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--from <format>', 'read the plan in this format instead of finding out').choices(FORMATS),
    )
    .addOption(
      new Option('--unit <unit>', 'tasks under a phase are its subtasks or phases of their own')
        .choices(UNIT_SETTINGS)
        .default('auto'),
    )
    .addOption(
      new Option('--group <how>', 'how bare subtasks are grouped into phases')
        .choices(['chains', 'levels'])
        .default('chains'),
    )
    .addOption(
      new Option('--tdd <rule>', 'tests before implementation').choices(TDD_SETTINGS).default('warn'),
    )
    .option('--single-session', 'take a document without recognisable tasks as one phase');
}

function parseOptions(options: Record<string, unknown>): ParseOptions {
  const { from, unit, group, tdd, singleSession } = options;
  return {
    ...(from === undefined ? {} : { from: from as NonNullable<ParseOptions['from']> }),
    unit: unit as NonNullable<ParseOptions['unit']>,
    grouping: group as NonNullable<ParseOptions['grouping']>,
    tdd: tdd as NonNullable<ParseOptions['tdd']>,
    singleSession: singleSession === true,
  };
}

const output = (options: Record<string, unknown>): { output?: string } =>
  typeof options.output === 'string' ? { output: options.output } : {};

const examples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map(line => `  phasewright ${line}`).join('\n')}\n`;

function positiveNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > 256)
    throw new InvalidArgumentError('Give a whole number from 1 to 256.');
  return number;
}
