/** Pieces of scripts. */

type Category = string;

/** Long enough to be compared with others of its kind. */
export const MESSAGE = 'The sum of all the numbers in the list is wrong by exactly one.';

export const fail = (category: Category, message = MESSAGE, more: object = {}): object => ({
  fail: { category, message, ...more },
});

/** Does the work: one file, which tells attempt and model. */
export const WORK = { write: { path: '{phase}.txt', content: '{phase} {attempt} {model}\n' } };

/** Developers that fail so in their first attempts, one after the other, and then do the work. */
export const worksAfter = (...failures: readonly object[]): object[][] => [
  ...failures.map(step => [step]),
  [WORK],
];

/** A doctor's answer. */
export const advise = (action: string, more: object = {}): object => ({
  reply: { action, confidence: 0.9, diagnosis: 'It counts from one.', ...more },
});

/** A replanner's answer. */
export const revise = (more: object = {}): object => ({
  reply: { reason: 'A fold cannot miscount.', description: 'Add the numbers up with a fold.', ...more },
});

/** Keeps the prompt of this session in a file of the test's home. */
export const keepPrompt = (name: string): object => ({ shell: `cat > "$HOME/${name}"` });

/** Which models a role goes through. */
export const chain = (...models: readonly string[]): readonly object[] =>
  models.map(model => ({ model, provider: model }));
