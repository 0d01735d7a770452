import type { Json } from './json.ts';
import type { FormatName, Question } from './question.ts';
import type { Frame, Reply } from './reply.ts';

/** All that is to be known of a wire format; one file each. */
export interface Format {
  readonly name: FormatName;
  /** `path` is without the query. */
  read(body: Json, path: string): Question;
  /** The reply as one document. */
  whole(reply: Reply): Json;
  /** The reply as a stream. */
  frames(reply: Reply): Iterable<Frame>;
  /** Whether a stream ends with a line that says so. */
  readonly lastLine?: string;
}
