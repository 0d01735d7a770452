import type { ParseOptions } from '../parse.ts';
import type { ReadPlan } from '../read-markdown.ts';
export function readData(_text: string, _options: ParseOptions): ReadPlan {
  throw new Error('todo');
}
