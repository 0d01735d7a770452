import { type Command, Option } from 'commander';
import { CONVERT_FORMATS } from '../../plan/convert/formats.ts';
import { CHECK_FORMATS, GRAPH_FORMATS } from '../formats.ts';
import { examples } from './examples.ts';
import { addParseOptions, parseOptions, planArgument } from './parse-options.ts';
import type { Session } from './session.ts';

export function addCheck(program: Command, { terminal, done }: Session): void {
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
      const { check } = await import('../command/check.ts');
      done(await check(plans, options.json ? 'json' : options.format, parseOptions(options), terminal));
    });
}

export function addGraph(program: Command, { terminal, done }: Session): void {
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
      const { graph } = await import('../command/graph.ts');
      done(await graph(plan, options.as, { ...parseOptions(options), ...output(options) }, terminal));
    });
}

export function addConvert(program: Command, { terminal, done }: Session): void {
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
      const { convert } = await import('../command/convert.ts');
      done(await convert(plan, options.to, { ...parseOptions(options), ...output(options) }, terminal));
    });
}

const output = (options: Record<string, unknown>): { output?: string } =>
  typeof options.output === 'string' ? { output: options.output } : {};
