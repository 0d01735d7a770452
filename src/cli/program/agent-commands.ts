import type { Command } from 'commander';
import { examples } from './examples.ts';
import type { Session } from './session.ts';

export function addEnv(program: Command, { terminal, done }: Session): void {
  program
    .command('env')
    .summary('tell which agents are installed and what protects you')
    .description(
      'Tells which agents are installed, in which version, whether they are logged in (no secret is shown), what can be expected of each, which sandbox holds them, and what to do about each gap. Nobody is called.',
    )
    .argument('[agent]', 'only this one, with all that is known of it')
    .option('--all', 'list every agent that is not there, too')
    .option('--verbose', 'tell all that is known of each agent')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(['env', 'env claude', 'env --all', 'env --json']))
    .action(async (name: string | undefined, options) => {
      const { env } = await import('../command/env.ts');
      done(await env(name, options, terminal));
    });
}

export function addAgents(program: Command, { terminal, done }: Session): void {
  const agents = program
    .command('agents')
    .summary('try an agent')
    .description('Tries agents. phasewright env lists them.')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(['agents test claude', 'agents test api --model anthropic/claude-sonnet-5']),
    );
  agents
    .command('test')
    .summary('make one tiny real session')
    .description(
      'Has an agent write one small file in a scratch folder, as it would work in a run, and tells what came of it. This calls the real model and costs a little.',
    )
    .argument('<name>', 'the agent, such as claude')
    .option('--model <name>', 'the model (default: the choice of the agent)')
    .option('--json', 'print each event as a line of JSON')
    .addHelpText('after', examples(['agents test claude', 'agents test codex --model gpt-5.5']))
    .action(async (name: string, options) => {
      const { testAgent } = await import('../command/test-agent.ts');
      done(await testAgent(name, options, terminal));
    });
}
