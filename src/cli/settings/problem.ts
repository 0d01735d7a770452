/** Something wrong with the settings: where, and what in words. */
export interface Problem {
  /** `phasewright.yaml:3`, a variable or an option. */
  readonly place: string;
  readonly message: string;
}

/** Problems that are told at once. */
export const MAX_PROBLEMS = 20;

/** Characters of a foreign word that a message repeats. */
const MAX_SHOWN = 60;

/** The beginning of a text that somebody else wrote. */
export const cut = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
