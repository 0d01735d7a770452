import type { Reporter } from 'vitest/node';
import { resetTally, tallied } from './tally.ts';

/** Says at the end of the suite what the program has been put through. */
export default class TallyReporter implements Reporter {
  readonly #file: string;
  readonly #seed: string;

  constructor({ file, seed }: { readonly file: string; readonly seed: string }) {
    this.#file = file;
    this.#seed = seed;
  }

  onInit(): void {
    resetTally(this.#file);
  }

  onTestRunEnd(_modules: unknown, _errors: unknown, reason: string): void {
    const done = tallied(this.#file) || 'nothing';
    const verdict = reason === 'passed' ? 'survived' : 'tried, not all survived';
    process.stdout.write(`\ntorture: ${done} ${verdict} (seed ${this.#seed})\n`);
  }
}
