import { type Command, InvalidArgumentError } from 'commander';
import { MAX_CHECKS } from '../../run/policies.ts';
import { examples } from './examples.ts';
import type { Session } from './session.ts';

/** Values of one option that may be repeated. */
const MAX_SET = 100;

/** Options about settings, for every command that takes some. */
export const addSettingsOptions = (command: Command): Command =>
  command
    .option('--profile <name>', 'settings of this profile, from a settings file')
    .option(
      '--set <name=value>',
      'a setting, such as scope.outside=reject; may be repeated',
      several(MAX_SET),
    );

export function addConfig(program: Command, session: Session): void {
  const config = program
    .command('config')
    .summary('show and check the settings')
    .description('Shows which settings are in force and where they come from, and checks settings files.')
    .helpCommand(false)
    .addHelpText('after', examples(['config show --origin', 'config check', 'config schema']));
  addShow(config, session);
  addCheck(config, session);
  config
    .command('schema')
    .summary('print the JSON Schema of a settings file')
    .description('Prints the JSON Schema of a settings file, for editors.')
    .addHelpText('after', examples(['config schema > settings.schema.json']))
    .action(async () => {
      const { printSchema } = await import('../command/config.ts');
      session.done(printSchema(session.terminal));
    });
}

function addShow(config: Command, { terminal, done }: Session): void {
  const show = config
    .command('show')
    .summary('show the settings in force')
    .description('Shows the settings that a run would have, as a settings file has them.')
    .option('--origin', 'tell where each comes from')
    .option('--json', 'print JSON');
  addSettingsOptions(show)
    .addHelpText(
      'after',
      examples(['config show', 'config show --origin', 'config show --profile ci --set maxAttempts=3']),
    )
    .action(async options => {
      const { showSettings } = await import('../command/config.ts');
      done(await showSettings(options, terminal));
    });
}

function addCheck(config: Command, { terminal, done }: Session): void {
  config
    .command('check')
    .summary('tell what is wrong with the settings')
    .description('Checks the settings in force, or one settings file, with all of its profiles.')
    .argument('[file]', 'a settings file (default: everything that settings come from)')
    .addHelpText('after', examples(['config check', 'config check phasewright.yaml']))
    .action(async (file: string | undefined) => {
      const { checkSettings } = await import('../command/config.ts');
      done(await checkSettings(file, terminal));
    });
}

export function addInit(program: Command, { terminal, done }: Session): void {
  program
    .command('init')
    .summary('write phasewright.yaml for this repository')
    .description(
      'Looks at the manifests of the repository, proposes checks and setup commands, and writes phasewright.yaml. On a terminal it asks; elsewhere it takes what it found and says so. Nothing of the repository is run.',
    )
    .option('--yes', 'take what was found without being asked')
    .option('--force', 'replace a phasewright.yaml that is there')
    .option('--check <command>', 'this check instead of those found; may be repeated', several(MAX_CHECKS))
    .option(
      '--setup <command>',
      'this setup command instead of those found; may be repeated',
      several(MAX_CHECKS),
    )
    .option('--agent <name>', 'who does the work')
    .addHelpText(
      'after',
      examples(['init', 'init --yes', 'init --check "npm test" --setup "npm ci" --force']),
    )
    .action(async options => {
      const { init } = await import('../command/init.ts');
      done(await init(options, terminal));
    });
}

const several =
  (limit: number) =>
  (value: string, earlier: readonly string[] = []): string[] => {
    if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
    if (earlier.length === limit) throw new InvalidArgumentError(`Give at most ${limit}.`);
    return [...earlier, value];
  };
