import type { Node } from 'oxc-parser';
import { isFunction } from './size.ts';
import { onSyntax, type Place } from './syntax.ts';
import type { Rule } from './violation.ts';

const EMPTY_WORDS = new Set(['manager', 'factory', 'service', 'helper', 'helpers', 'util', 'utils']);

/** A file, class, function or type is named for what it is or does. */
export const namesSaySomething: Rule = onSyntax(source => [
  ...source.path
    .split('/')
    .map(part => part.replace(/\..*$/, ''))
    .filter(endsEmpty)
    .map(part => source.at(source.program, `the path has "${part}"; ${ADVICE}`)),
  ...source.places.flatMap(place => {
    const named = declaredName(place);
    return named && endsEmpty(named.name)
      ? [source.at(named.node, `${named.kind} ${named.name}; ${ADVICE}`)]
      : [];
  }),
]);

const ADVICE = 'no name ends in Manager, Factory, Service, Helper or Utils: say what it is or does';

/** Words are parted by hyphens, underscores, dots and capitals, so that `microservice` is a word of its own. */
function endsEmpty(name: string): boolean {
  const words = name.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return EMPTY_WORDS.has(words.at(-1)?.toLowerCase() ?? '');
}

interface Named {
  readonly kind: 'class' | 'type' | 'function';
  readonly name: string;
  readonly node: Node;
}

function declaredName({ node }: Place): Named | null {
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression':
      return named('class', node.id);
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
      return named('type', node.id);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSDeclareFunction':
      return named('function', node.id);
    case 'VariableDeclarator':
      return node.init && isFunction(node.init) ? named('function', node.id) : null;
    case 'Property':
    case 'PropertyDefinition':
      return node.value && isFunction(node.value) ? named('function', node.key) : null;
    case 'MethodDefinition':
    case 'TSMethodSignature':
      return named('function', node.key);
    default:
      return null;
  }
}

const named = (kind: Named['kind'], node: Node | null): Named | null =>
  node && (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
    ? { kind, name: node.name, node }
    : null;
