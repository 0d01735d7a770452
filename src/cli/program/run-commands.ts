import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  APPROVALS,
  COMMIT_MODES,
  FAILURE_POLICIES,
  MAX_ATTEMPTS,
  MAX_CHECKS,
  MAX_CONCURRENCY,
  PRESETS,
  PROMPT_STYLES,
  REJECT_POLICIES,
  SCHEDULES,
  SESSION_POLICIES,
} from '../../run/policies.ts';
import { keepSmall } from '../run/keep-small.ts';
import { addSettingsOptions } from './config-commands.ts';
import { examples } from './examples.ts';
import { addParseOptions, parseOptions, planArgument } from './parse-options.ts';
import type { Session } from './session.ts';

const WHO = 'who does the work, such as claude or codex; phasewright env lists them';
const PLAIN = 'print lines instead of the live view, as in a pipe';
const DETACH = 'leave the run to a process in the background';
const GUARDED = 'more attempts, and all that can be done about failures';

export function addRun(program: Command, { terminal, arguments: words, done }: Session): void {
  const command = program
    .command('run')
    .summary('carry a plan out')
    .description(
      'Carries a plan out: a fresh agent session for each phase in a worktree of its own, checks, review, one commit each on a branch of its own. Your checkout is not touched.',
    )
    .addArgument(planArgument())
    .option('--dry-run', 'only show what would be done')
    .option('--yes', 'approve the plan without being asked')
    .option('--json', 'print each event as a line of JSON on standard output')
    .option('--plain', PLAIN)
    .option('--detach', DETACH)
    .option('--redo', 'do phases again that the plan marks as done')
    .option('--agent <name>', WHO)
    .option('--model <name>', 'the model of every role (default: the choice of the agent)')
    .option('--script <file>', 'what the scripted agent does (JSON or YAML)')
    .addOption(new Option('--preset <name>', 'a combination of the settings below').choices(PRESETS))
    .option('--guarded', GUARDED)
    .addOption(new Option('--schedule <how>', 'when phases start').choices(SCHEDULES))
    .addOption(new Option('--concurrency <sessions>', 'sessions at once').argParser(upTo(MAX_CONCURRENCY)))
    .addOption(
      new Option('--session <policy>', 'one session for a phase or for each subtask').choices(
        SESSION_POLICIES,
      ),
    )
    .addOption(
      new Option('--on-reject <policy>', 'begin anew or continue the session').choices(REJECT_POLICIES),
    )
    .addOption(new Option('--max-attempts <n>', 'attempts for each phase').argParser(upTo(MAX_ATTEMPTS)))
    .addOption(
      new Option('--on-failure <policy>', 'what a failed phase means for the others').choices(
        FAILURE_POLICIES,
      ),
    )
    .option('--check <command>', 'a command that must succeed before a phase lands; may be repeated', checks)
    .option('--no-review', 'land phases without a review')
    .option('--no-evaluate', 'send a phase back for everything that a reviewer asks for')
    .addOption(new Option('--approve <what>', 'what waits for a person').choices(APPROVALS))
    .addOption(new Option('--prompt <style>', 'how much developers are told').choices(PROMPT_STYLES))
    .option('--wait', 'stay while the run waits for a person (default: on a terminal)')
    .option('--no-wait', 'end with exit code 3 when the run waits for a person')
    .addOption(new Option('--commit <mode>', 'how work is committed').choices(COMMIT_MODES))
    .option('--base <name>', 'commit or branch to begin with (default: HEAD)')
    .option('--branch <name>', 'branch that phases land on (default: phasewright/RUN)')
    .option('--record <folder>', 'record the sessions there, to be replayed with --agent replay:FOLDER')
    .option('--here', 'work in this checkout, one phase after the other')
    .option('--tracker-id <id>', 'id of the ticket that the run is about');
  addParseOptions(addSettingsOptions(command))
    .addHelpText(
      'after',
      examples([
        'run plan.md --dry-run',
        'run plan.md --agent claude',
        'run plan.md --agent codex --model gpt-5.5 --check "npm test" --concurrency 2',
        'run plan.md --agent claude --set models.reviewer="{agent: codex}" --yes',
        'run plan.md --agent claude --yes --detach',
        'run plan.md --agent scripted --preset tasks --json',
      ]),
    )
    .action(async (plan: string, options) => {
      keepSmall();
      const { run } = await import('../command/run.ts');
      const commandLine = words.filter(word => word !== '--dry-run' && word !== '--json');
      done(await run(plan, { ...options, ...parseOptions(options), commandLine }, terminal));
    });
}

export function addPlan(program: Command, { terminal, done }: Session): void {
  const command = program
    .command('plan')
    .summary('have an architect write a plan')
    .description(
      'Has an architect look at the repository, without changing it, and write the plan of a new run. The plan goes through the same checks as any other, and back to the architect with its mistakes. Then the run waits: approve it, reject it with a message, or edit the file and approve that.',
    )
    .argument('<goal>', 'what is to be built')
    .option('-o, --output <file>', 'write the plan to a file')
    .option('--yes', 'approve the plan without being asked, and carry it out')
    .option('--json', 'print each event as a line of JSON on standard output')
    .option('--plain', PLAIN)
    .option('--agent <name>', WHO)
    .option('--model <name>', 'the model of every role (default: the choice of the agent)')
    .option('--script <file>', 'what the scripted agent does (JSON or YAML)')
    .option('--guarded', GUARDED)
    .option('--base <name>', 'commit or branch to begin with (default: HEAD)')
    .option('--branch <name>', 'branch that phases land on (default: phasewright/RUN)')
    .option('--tracker-id <id>', 'id of the ticket that the run is about');
  addSettingsOptions(command)
    .addHelpText(
      'after',
      examples([
        'plan "Add rate limits to the API" --agent claude -o plan.md',
        'plan "Fix ticket ABC-12" --tracker-id ABC-12 --agent scripted --yes',
      ]),
    )
    .action(async (goal: string, options) => {
      keepSmall();
      const { plan } = await import('../command/plan.ts');
      done(await plan(goal, options, terminal));
    });
}

export function addResume(program: Command, { terminal, done }: Session): void {
  program
    .command('resume')
    .summary('go on with a run')
    .description(
      'Goes on with a run that was interrupted, waits or halted. Phases that failed get a new allowance of attempts; nothing that landed is done again.',
    )
    .argument('[run]', 'the run (default: the last one of this repository)')
    .option('--json', 'print each event as a line of JSON on standard output')
    .option('--plain', PLAIN)
    .option('--detach', DETACH)
    .option('--wait', 'stay while the run waits for a person (default: on a terminal)')
    .option('--no-wait', 'end with exit code 3 when the run waits for a person')
    .option('--record <folder>', 'record the sessions there')
    .addHelpText('after', examples(['resume', 'resume k7m', 'resume k7m --detach']))
    .action(async (run: string | undefined, options) => {
      keepSmall();
      const { resume } = await import('../command/resume.ts');
      done(await resume(run, options, terminal));
    });
}

export function addDemo(program: Command, { terminal, done }: Session): void {
  program
    .command('demo')
    .summary('watch a run in a scratch repository')
    .description(
      'Builds a scratch repository and carries a plan of six phases out in it with the scripted agent.',
    )
    .addHelpText('after', examples(['demo']))
    .action(async () => {
      const { demo } = await import('../command/demo.ts');
      done(await demo(terminal));
    });
}

function checks(command: string, earlier: readonly string[] = []): string[] {
  if (command === '') throw new InvalidArgumentError('Give a command.');
  if (earlier.length === MAX_CHECKS) throw new InvalidArgumentError(`Give at most ${MAX_CHECKS} checks.`);
  return [...earlier, command];
}

const upTo =
  (limit: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1 || number > limit)
      throw new InvalidArgumentError(`Give a whole number from 1 to ${limit}.`);
    return number;
  };
