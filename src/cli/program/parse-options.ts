import { Argument, type Command, Option } from 'commander';
import { FORMATS } from '../../plan/model.ts';
import { TDD_SETTINGS, UNIT_SETTINGS } from '../../plan/options.ts';
import type { ParseOptions } from '../../plan/parse.ts';

export const planArgument = (): Argument => new Argument('<plan>', 'plan file; - reads standard input');

/** Options about how a plan is read, the same for every command that reads one. */
export function addParseOptions(command: Command): Command {
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
      new Option('--tdd <rule>', 'tests before implementation (default: warn)').choices(TDD_SETTINGS),
    )
    .option('--single-session', 'take a document without recognisable tasks as one phase');
}

export function parseOptions(options: Record<string, unknown>): ParseOptions {
  const { from, unit, group, tdd, singleSession } = options;
  return {
    ...(from === undefined ? {} : { from: from as NonNullable<ParseOptions['from']> }),
    unit: unit as NonNullable<ParseOptions['unit']>,
    grouping: group as NonNullable<ParseOptions['grouping']>,
    ...(tdd === undefined ? {} : { tdd: tdd as NonNullable<ParseOptions['tdd']> }),
    singleSession: singleSession === true,
  };
}
