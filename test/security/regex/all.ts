import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, parseSync, visitorKeys } from 'oxc-parser';

export interface FoundRegex {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Every regular expression that is written out in the program, and the places where one is put together. */
export function allRegexes(): { readonly found: readonly FoundRegex[]; readonly built: readonly string[] } {
  const found: FoundRegex[] = [];
  const built: string[] = [];
  for (const name of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const path = join(ROOT, 'src', name);
    const file = relative(ROOT, path);
    const text = readFileSync(path, 'utf8');
    for (const node of nodesOf(parseSync(path, text).program)) {
      if (node.type === 'Literal' && 'regex' in node && node.regex) {
        found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
      }
      if (node.type === 'NewExpression' && text.slice(node.callee.start, node.callee.end) === 'RegExp') {
        built.push(`${file}: ${text.slice(node.start, node.end)}`);
      }
    }
  }
  return { found, built };
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const key of visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key];
    for (const each of Array.isArray(child) ? child : [child]) if (each) yield* nodesOf(each);
  }
}
