import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { uncoloured } from '../../src/view/style.ts';
import type { Outcome } from '../cli/phasewright.ts';
import type { Workshop } from '../cli/workshop.ts';

type Look = (words: readonly string[], terminal?: Partial<Terminal>) => Promise<Outcome>;

/** Runs commands within this process, as if on a screen: dozens of views without dozens of starts. */
export async function looking(
  { home, repository }: Workshop,
  use: (look: Look) => Promise<void>,
): Promise<void> {
  const [folder, exitCode, variable] = [process.cwd(), process.exitCode, process.env.PHASEWRIGHT_HOME];
  process.env.PHASEWRIGHT_HOME = home;
  process.chdir(repository);
  try {
    await use(look);
  } finally {
    process.chdir(folder);
    process.exitCode = exitCode;
    if (variable === undefined) delete process.env.PHASEWRIGHT_HOME;
    else process.env.PHASEWRIGHT_HOME = variable;
  }
}

const look: Look = async (words, terminal = {}) => {
  const [out, err]: [string[], string[]] = [[], []];
  process.exitCode = undefined;
  await main(words, {
    out: text => void out.push(text),
    outBytes: bytes => void out.push(Buffer.from(bytes).toString('utf8')),
    err: text => void err.push(text),
    outStyle: uncoloured,
    errStyle: uncoloured,
    outIsScreen: true,
    columns: 80,
    unicode: true,
    ...terminal,
  });
  return { code: Number(process.exitCode ?? 0), out: out.join(''), err: err.join('') };
};
