/** What an event tells: what was decided, by whom, and the words that came with it. Holds foreign text. */
export interface Told {
  readonly by: 'rule' | 'agent' | 'check' | 'person' | 'world';
  readonly tone: 'good' | 'bad' | 'note';
  readonly text: string;
  readonly words?: string;
}

export const told =
  (by: Told['by'], tone: Told['tone']) =>
  (text: string, words = ''): Told => ({ by, tone, text, words });

export const rule = told('rule', 'note');
export const ruledOut = told('rule', 'bad');
export const good = told('rule', 'good');
export const person = told('person', 'note');
export const objection = told('person', 'bad');
export const consent = told('person', 'good');
export const trouble = told('world', 'bad');
export const news = told('world', 'note');
