import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../base/printable.ts';
import { directoryReader } from '../../config/stack/directory-reader.ts';
import { parseJson } from '../../config/stack/manifest/parse.ts';
import { keysAt } from '../../config/stack/manifest/value.ts';
import { projectsBelow } from '../../config/stack/projects.ts';
import type { ManifestReader } from '../../config/stack/stack.ts';
import { agentProblem } from '../agents.ts';
import { agentsHere } from '../agents-here.ts';
import { deskHere } from '../desk.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { currentRepository } from '../run/find-run.ts';
import type { Settled } from '../settings/ask.ts';
import { kindOf } from '../settings/check-kind.ts';
import { SETTINGS_FILE } from '../settings/load.ts';
import { type Proposal, type Proposals, proposeSettings } from '../settings/propose.ts';
import { type Choices, starterFile } from '../settings/starter-file.ts';
import type { Terminal } from '../terminal.ts';

export interface InitOptions {
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly check?: readonly string[];
  readonly setup?: readonly string[];
  readonly agent?: string;
}

/** `phasewright init`: writes the settings file of a repository. */
export async function init(options: InitOptions, terminal: Terminal): Promise<ExitCode> {
  const settled = settledBy(options);
  const { toplevel } = await currentRepository();
  const reader = directoryReader(toplevel);
  if (!options.force && reader.list().includes(SETTINGS_FILE)) throw alreadyThere();
  const proposals = proposeSettings(reader, () => projectsBelow(toplevel));
  const { err } = terminal;
  err(whatWasFound(proposals));
  const unasked = whyNobodyIsAsked(options);
  const choices = unasked === null ? await asked(proposals, settled) : taken(proposals, settled);
  if (choices === null) {
    err('Nothing was written.\n');
    return EXIT.interrupted;
  }
  write(join(toplevel, SETTINGS_FILE), starterFile(choices, hasSchema(reader)), options.force === true);
  if (unasked !== null) err(whatWasTaken(proposals, settled, unasked));
  terminal.out(whatIsInIt(choices));
  err(NEXT);
  return EXIT.completed;
}

/** Null where somebody can be asked. Choices are drawn; each has an option, too. */
function whyNobodyIsAsked({ yes }: InitOptions): string | null {
  const desk = deskHere();
  if (yes) return '--yes';
  if (!desk) return 'there is no terminal to ask on';
  return desk.isPlain ? 'nothing is drawn on this terminal; options choose' : null;
}

/** Whether the repository has the program among its packages, or asks for it. */
function hasSchema(reader: ManifestReader): boolean {
  const manifest = parseJson(reader.read('package.json'));
  const packages = [...keysAt(manifest, 'dependencies'), ...keysAt(manifest, 'devDependencies')];
  return (
    packages.includes('phasewright') ||
    reader.read('node_modules/phasewright/dist/settings.schema.json') !== null
  );
}

function whatWasFound({ stacks, malformed }: Proposals): string {
  const found = stacks.length > 0 ? `found: ${stacks.join(', ')}\n` : 'no known manifest was found\n';
  const lost = malformed.map(
    ({ file, format }) => `${file} cannot be read as ${format}: what it says is not known\n`,
  );
  return `${found}${lost.join('')}`;
}

function settledBy({ agent, setup, check }: InitOptions): Settled {
  const problem = agent === undefined ? null : agentProblem(agent);
  if (problem !== null) throw new UsageError(problem, 'Name one of them.');
  return { agent, setup, checks: check?.map(command => ({ command, kind: kindOf(command) })) };
}

async function asked(proposals: Proposals, settled: Settled): Promise<Choices | null> {
  const { askForChoices } = await import('../settings/ask.ts');
  const agents = await agentsHere();
  return askForChoices(proposals, settled, agents, deskHere()!);
}

const taken = ({ checks, setup }: Proposals, settled: Settled): Choices => ({
  agent: settled.agent ?? null,
  setup: settled.setup ?? setup.filter(isTaken).map(({ command }) => command),
  checks: settled.checks ?? checks.filter(isTaken).map(({ command, kind }) => ({ command, kind })),
});

const isTaken = (proposal: Proposal): boolean => proposal.taken;

/** Nothing is guessed without a word: what was found and taken, and what was found and left. */
function whatWasTaken({ checks, setup }: Proposals, settled: Settled, reason: string): string {
  const found = [...(settled.checks ? [] : checks), ...(settled.setup ? [] : setup)];
  const lines = found.map(
    ({ command, why, taken: isIn }) => `  ${isIn ? 'taken' : 'left out'}: ${printable(command)} (${why})\n`,
  );
  return `Nobody was asked (${reason}). ${found.length > 0 ? 'Of what the manifests suggest:' : 'Nothing was found to take.'}\n${lines.join('')}`;
}

function whatIsInIt({ agent, setup, checks }: Choices): string {
  const list = (name: string, values: readonly string[]): string =>
    `  ${name}: ${values.length > 0 ? values.map(printable).join(', ') : 'none'}\n`;
  const commands = checks.map(({ command }) => command);
  return `wrote ${SETTINGS_FILE}\n${list('checks', commands)}${list('setup', setup)}${list('agent', agent === null ? [] : [agent])}`;
}

const NEXT = `
What comes next:
  read ${SETTINGS_FILE} and commit it: its commands will be run as you
  phasewright config show --origin     which settings are in force
  phasewright run plan.md --dry-run    what would a run do?
`;

/** Put in place as a whole; a link that has the name is replaced, not followed. */
function write(file: string, text: string, force: boolean): void {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(force ? fresh : file, text, { flag: 'wx' });
    if (force) renameSync(fresh, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    rmSync(fresh, { force: true });
    if (code === 'EEXIST') throw alreadyThere();
    throw new UsageError(`cannot write ${file} (${code})`, 'Choose a checkout that can be written.');
  }
}

const alreadyThere = (): UsageError =>
  new UsageError(`there is a ${SETTINGS_FILE} already`, 'Edit it, or replace it with --force.');
