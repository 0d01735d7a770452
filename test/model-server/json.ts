/** Readers of JSON that somebody sent: what is missing or of another kind is empty, never an error. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const object = (value: unknown): Json => (isObject(value) ? value : {});

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const objects = (value: unknown): readonly Json[] => list(value).filter(isObject);

export const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The texts of a message's content, which all vendors write as a string or as a list of parts with a `text`. */
export const texts = (content: unknown): readonly string[] =>
  typeof content === 'string' ? [content] : objects(content).flatMap(({ text }) => string(text) || []);
