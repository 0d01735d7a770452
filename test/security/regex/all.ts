import { parseSync } from 'oxc-parser';
import { codeIn } from '../../house/files.ts';
import { placesOf } from '../../house/syntax.ts';

export interface FoundRegex {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that is written out in the program, and the places where one is put together. */
export function allRegexes(): { readonly found: readonly FoundRegex[]; readonly built: readonly string[] } {
  const found: FoundRegex[] = [];
  const built: string[] = [];
  for (const { path: file, text } of codeIn('src')) {
    const { program, errors } = parseSync(file, text);
    if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
    for (const { node } of placesOf(program)) {
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
