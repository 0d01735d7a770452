import type { ParseOptions } from '../parse.ts';
import type { ReadPlan } from '../read-markdown.ts';
import { parseJson } from './json.ts';
import { readTree } from './read-tree.ts';
import { parseYaml } from './yaml.ts';

/** Reads a plan that is JSON or YAML: our own model, bare subtasks, or task-master's tasks. */
export function readData(text: string, options: ParseOptions): ReadPlan {
  const isJson = options.from === 'json' || (options.from !== 'yaml' && /^\s*[{[]/.test(text));
  return isJson ? readTree(parseJson(text), 'json', options) : readTree(parseYaml(text), 'yaml', options);
}
