import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileName } from '../../base/file-name.ts';
import { printable, printableLines } from '../../base/printable.ts';
import type { Phase } from '../../plan/model.ts';
import type { ParseOptions } from '../../plan/parse.ts';
import { obey } from '../../run/obey.ts';
import { phaseAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { shellWord } from '../../view/report/shell.ts';
import { changesIn, documentOf, introductionTo } from '../edit/document.ts';
import { chosenEditor, openEditor } from '../edit/editor.ts';
import { problemsText, withProblems } from '../edit/problems.ts';
import { type Edited, readEdited } from '../edit/read-edited.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { type PlanFile, readPlanFile } from '../plan-file.ts';
import { findRun } from '../run/find-run.ts';
import { runFolder, withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { operate } from './operate.ts';
import { phaseNamed } from './show.ts';

export interface EditOptions {
  readonly file?: string;
  readonly print?: boolean;
}

/** What is edited, as it stands. */
interface Subject {
  readonly state: RunState;
  readonly position: number;
  readonly phase: Phase;
  /** Where texts are kept that could not be used. */
  readonly folder: string;
}

/** What a person made of the phase, with the copy that is kept until it is accepted. */
interface Result {
  readonly plan: Phase;
  readonly copy: string | null;
}

/** How often an editor is opened again because of mistakes. */
const MAX_ROUNDS = 50;

/** `phasewright edit`: changes what a phase is, in an editor or from a file. */
export async function edit(
  name: string,
  phase: string,
  { file, print }: EditOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (file !== undefined && print)
    throw new UsageError('--print writes nothing back, --file does', 'Leave out one of them.');
  const subject = await subjectOf(name, phase, terminal);
  if (subject === null) return EXIT.failed;
  if (print) {
    terminal.out(printableLines(textOf(subject)));
    return EXIT.completed;
  }
  const result =
    file === undefined ? await inEditor(subject, terminal) : await fromFile(subject, file, terminal);
  return typeof result === 'number' ? result : send(subject, result, terminal);
}

/** Null once it was told why the phase cannot be changed: before anybody takes the trouble to write something. */
async function subjectOf(name: string, phase: string, terminal: Terminal): Promise<Subject | null> {
  return withHome(async home => {
    const { state } = await findRun(home, name);
    const position = phaseNamed(state, phase);
    const plan = planAt(state, position);
    const events = obey(state, state.commands + 1, { type: 'edit', phase: plan.id, plan });
    const refusal = events.find(event => event.type === 'command_refused');
    if (!refusal) return { state, position, phase: plan, folder: runFolder(home, state.run) };
    refuse(refusal.reason, terminal);
    return null;
  });
}

const refuse = (reason: string, { err, errStyle }: Terminal): void =>
  err(`${errStyle.red('refused')}: ${printable(reason)}\n`);

const textOf = ({ state, phase }: Subject): string => introductionTo(state.run, phase) + documentOf(phase);

/** The whole plan is looked at later: a phase alone cannot show that its tests stand in another one. */
const READING = { tdd: 'off' } satisfies ParseOptions;

async function fromFile(subject: Subject, path: string, terminal: Terminal): Promise<Result | ExitCode> {
  const isYaml = ['.yaml', '.yml'].includes(extname(path));
  const read = await readPlanFile(path, isYaml ? { ...READING, from: 'yaml' } : READING);
  const edited = readEdited(subject.state, subject.position, read);
  const copy = path === '-' && read.text !== '' ? keep(subject, read.text) : null;
  tell(read, edited, terminal);
  if (edited.ok) return { plan: edited.plan, copy };
  if (copy !== null) terminal.err(whereItIs(subject, copy));
  return EXIT.usage;
}

function tell({ file, text }: PlanFile, { findings }: Edited, { err, errStyle }: Terminal): void {
  if (findings.length > 0) err(`${problemsText(file, text, findings, errStyle)}\n`);
}

/** Opens the editor until what is written can be used, or the person gives up. */
async function inEditor(subject: Subject, terminal: Terminal): Promise<Result | ExitCode> {
  const command = editorFor(subject);
  let text = textOf(subject);
  const copy = keep(subject, text);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    writeFileSync(copy, text);
    const left = await openEditor(command, copy);
    const read = await readPlanFile(copy, { ...READING, from: 'yaml' });
    const isUntouched = read.text === text;
    if (round === 0 && isUntouched) return changedNothing(copy, left.ok ? null : left.problem, terminal);
    if (!left.ok) {
      terminal.err(`${printable(left.problem)}; nothing was changed\n${whereItIs(subject, copy)}`);
      return EXIT.usage;
    }
    if (isBlank(read)) return changedNothing(copy, null, terminal);
    const edited = readEdited(subject.state, subject.position, read);
    if (edited.ok) {
      tell(read, edited, terminal);
      return { plan: edited.plan, copy };
    }
    // Whoever leaves the text with its problems has given up, and what is no text cannot be shown again.
    if (isUntouched || read.text === '') {
      tell(read, edited, terminal);
      break;
    }
    text = withProblems(read.text, edited.findings);
  }
  terminal.err(`nothing was changed\n${whereItIs(subject, copy)}`);
  return EXIT.usage;
}

function editorFor({ state, phase }: Subject): string {
  const again = `phasewright edit ${state.run} ${phase.id}`;
  const hint = `Without one: ${again} --print > phase.yaml, change that, then ${again} --file phase.yaml`;
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('there is no terminal to open an editor on', hint);
  const command = chosenEditor(process.env);
  if (command === null) throw new UsageError('no editor is set', `Name yours in VISUAL or EDITOR. ${hint}`);
  return command;
}

/** Comments alone are nothing; what could not be read is something. */
const isBlank = ({ text, parsed }: PlanFile): boolean =>
  !parsed.diagnostics.some(({ code }) => code === 'unreadable' || code === 'too-large') &&
  text.split('\n').every(line => /^\s*(?:#|$)/.test(line));

function changedNothing(copy: string, problem: string | null, { err }: Terminal): ExitCode {
  discard(copy);
  err(problem === null ? 'nothing was changed\n' : `${printable(problem)}; nothing was changed\n`);
  return problem === null ? EXIT.completed : EXIT.usage;
}

/** Writes a text down where it is found again, for this user alone. */
function keep({ folder, phase }: Subject, text: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const copy = join(mkdtempSync(join(folder, 'edit-')), `phase-${fileName(phase.id)}.yaml`);
    writeFileSync(copy, text, { mode: 0o600 });
    return copy;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot write to ${folder} (${code})`, 'Make room there, or use --file FILE.');
  }
}

const discard = (copy: string): void => rmSync(dirname(copy), { recursive: true, force: true });

const whereItIs = ({ state, phase }: Subject, copy: string): string =>
  `your text is kept: phasewright edit ${state.run} ${phase.id} --file ${shellWord(copy)}\n`;

async function send(subject: Subject, { plan, copy }: Result, terminal: Terminal): Promise<ExitCode> {
  const { state, phase } = subject;
  if (documentOf(plan) === documentOf(phase)) {
    terminal.err('nothing was changed\n');
    if (copy !== null) discard(copy);
    return EXIT.completed;
  }
  const code = (await isOutdated(subject, terminal))
    ? EXIT.failed
    : await operate(state.run, [{ type: 'edit', phase: phase.id, plan }], terminal);
  if (code === EXIT.completed) {
    terminal.err(`changed: ${changesIn(phase, plan).join(', ')}\n`);
    if (copy !== null) discard(copy);
  } else if (copy !== null) terminal.err(whereItIs(subject, copy));
  return code;
}

/** Whether somebody else has changed the phase since: what they wrote must not be lost unseen. */
async function isOutdated({ state, position, phase }: Subject, terminal: Terminal): Promise<boolean> {
  const now = await withHome(async home => (await findRun(home, state.run)).state);
  if (phaseAt(now, position).revision === phaseAt(state, position).revision) return false;
  refuse(`phase ${phase.id} was changed by somebody else in the meantime`, terminal);
  return true;
}
