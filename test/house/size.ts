import type { Node } from 'oxc-parser';
import { onSyntax, type Place } from './syntax.ts';
import { countLines, type Rule } from './violation.ts';

export const FILE_LINES = 400;
export const FUNCTION_LINES = 70;

export const filesAreShort: Rule = (path, text) => {
  const lines = countLines(text);
  if (lines <= FILE_LINES) return [];
  return [{ path, line: lines, message: `the file has ${lines} lines; at most ${FILE_LINES} are allowed` }];
};

export const functionsAreShort: Rule = (path, text) =>
  onSyntax(source =>
    source.places.flatMap(place => {
      if (!isFunction(place.node)) return [];
      const lines = countLines(text.slice(place.node.start, place.node.end));
      if (lines <= FUNCTION_LINES) return [];
      const message = `${functionName(place)} has ${lines} lines; at most ${FUNCTION_LINES} are allowed`;
      return [source.at(place.node, message)];
    }),
  )(path, text);

export const isFunction = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression';

function functionName({ node, parent }: Place): string {
  if ('id' in node && node.id && 'name' in node.id) return `function ${node.id.name}`;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
    return `function ${parent.id.name}`;
  }
  if (parent && 'key' in parent && parent.key && 'name' in parent.key) return `function ${parent.key.name}`;
  return 'a function without a name';
}
