import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';
import { lineAt, type Rule, type Violation } from './violation.ts';

/** A node with the place it has in its parent, which tells a use of a name from a mere property name. */
export interface Place {
  readonly node: Node;
  readonly parent: Node | null;
  readonly key: string;
}

export interface Source {
  readonly path: string;
  readonly program: Program;
  readonly places: readonly Place[];
  /** A violation at a node of this source. */
  at(node: Node, message: string): Violation;
}

/** Makes a rule of a check on the syntax tree. A file that does not parse breaks every such rule. */
export function onSyntax(check: (source: Source) => Violation[]): Rule {
  return (path, text) => {
    const { program, errors } = parseSync(path, text);
    const error = errors[0];
    if (error) {
      const line = lineAt(text, error.labels[0]?.start ?? 0);
      return [{ path, line, message: `cannot be parsed: ${error.message}` }];
    }
    const at = (node: Node, message: string): Violation => ({
      path,
      line: lineAt(text, node.start),
      message,
    });
    return check({ path, program, places: placesOf(program), at });
  };
}

export function placesOf(program: Program): Place[] {
  const places: Place[] = [];
  const visit = (node: Node, parent: Node | null, key: string): void => {
    places.push({ node, parent, key });
    for (const childKey of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[childKey];
      for (const each of Array.isArray(child) ? child : [child]) if (each) visit(each, node, childKey);
    }
  };
  visit(program, null, '');
  return places;
}

/** What a file asks of another module, in whichever form; `specifier` is null where it is computed. */
export interface Request {
  readonly node: Node;
  readonly specifier: string | null;
}

export function requests(source: Source): Request[] {
  return source.places.flatMap(({ node }): Request[] => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TSImportType':
        return [{ node, specifier: fixedText(node.source) }];
      case 'ExportNamedDeclaration':
        return node.source ? [{ node, specifier: fixedText(node.source) }] : [];
      case 'TSExternalModuleReference':
        return [{ node, specifier: fixedText(node.expression) }];
      default:
        return [];
    }
  });
}

/** The text of a literal, or of a template that has no holes. */
export function fixedText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? null;
  }
  return null;
}
