import { isBuiltin } from 'node:module';
import { fixedText, onSyntax, type Place, requests, type Source } from './syntax.ts';
import type { Rule, Violation } from './violation.ts';

const PURE_ROOMS = ['plan', 'run', 'prompt', 'view'];

const CLOCK = 'a pure room has no clock; time comes in as data';
const CHANCE = 'a pure room has no randomness; it comes in as data';
const ACCESS = 'a pure room reaches no file, process, network or console';

const GLOBALS = new Map([
  ...['performance', 'setTimeout', 'setInterval', 'setImmediate', 'Temporal'].map(
    name => [name, CLOCK] as const,
  ),
  ...['crypto', 'randomUUID'].map(name => [name, CHANCE] as const),
  ...['process', 'console', 'fetch', 'WebSocket', 'EventSource', 'Worker', 'BroadcastChannel'].map(
    name => [name, ACCESS] as const,
  ),
  ...['globalThis', 'global', 'require', 'eval', 'Function', 'navigator', 'localStorage'].map(
    name => [name, ACCESS] as const,
  ),
]);

/** Of these globals only some uses are pure. */
const PARTLY_PURE = new Map<string, { pure: (use: Place) => boolean; why: string }>([
  ['Date', { pure: pureDate, why: CLOCK }],
  ['Math', { pure: use => (memberOf(use) ?? 'random') !== 'random', why: CHANCE }],
  ['AbortSignal', { pure: use => (memberOf(use) ?? 'timeout') !== 'timeout', why: CLOCK }],
]);

/** In a pure room nothing reads the clock, rolls dice, or reaches outside the program. */
export const pureRoomsStayPure: Rule = onSyntax(source => {
  if (!PURE_ROOMS.some(room => source.path.startsWith(`src/${room}/`))) return [];
  return [...impureRequests(source), ...impureUses(source)].sort((a, b) => a.line - b.line);
});

function impureRequests(source: Source): Violation[] {
  return requests(source).flatMap(({ node, specifier }) => {
    if (specifier === null) return [source.at(node, `loads a computed module: ${ACCESS}`)];
    return isBuiltin(specifier) ? [source.at(node, `imports ${specifier}: ${ACCESS}`)] : [];
  });
}

function impureUses(source: Source): Violation[] {
  const own = moduleNames(source);
  return source.places.flatMap(place => {
    const { node } = place;
    if (node.type === 'MetaProperty' && node.meta.name === 'import') {
      return [source.at(node, `uses import.meta: ${ACCESS}`)];
    }
    if (node.type !== 'Identifier' || isMereName(place) || own.has(node.name)) return [];
    const why = GLOBALS.get(node.name) ?? impurePart(place, node.name);
    return why === null ? [] : [source.at(node, `uses ${nameOfUse(place, node.name)}: ${why}`)];
  });
}

function impurePart(use: Place, name: string): string | null {
  const rule = PARTLY_PURE.get(name);
  return rule && !rule.pure(use) ? rule.why : null;
}

/** A date made from a given time is data; `Date()`, `new Date()` and an alias of `Date` read the clock. */
function pureDate(use: Place): boolean {
  const { parent, key } = use;
  if (parent?.type === 'NewExpression' && key === 'callee') {
    const first = parent.arguments[0];
    return first !== undefined && first.type !== 'SpreadElement';
  }
  if (parent?.type === 'BinaryExpression') return parent.operator === 'instanceof' && key === 'right';
  return ['UTC', 'parse', 'prototype'].includes(memberOf(use) ?? '');
}

/** The member that a use reads: `random` of `Math.random` and `Math['random']`. */
function memberOf({ parent, key }: Place): string | null {
  if (parent?.type !== 'MemberExpression' || key !== 'object') return null;
  if (parent.computed) return fixedText(parent.property);
  return parent.property.type === 'Identifier' ? parent.property.name : null;
}

function nameOfUse(use: Place, name: string): string {
  if (use.parent?.type === 'NewExpression' && use.key === 'callee') return `new ${name}`;
  const member = memberOf(use);
  return member === null ? name : `${name}.${member}`;
}

/**
 * Names that stand for no value of the surroundings: properties, keys, labels, names in types, and what an
 * import or export names. Parameters and inner variables are not told apart: they can be renamed.
 */
function isMereName({ parent, key }: Place): boolean {
  if (parent === null) return true;
  switch (parent.type) {
    case 'MemberExpression':
      return key === 'property' && !parent.computed;
    case 'Property':
    case 'PropertyDefinition':
    case 'AccessorProperty':
    case 'MethodDefinition':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'TSAbstractMethodDefinition':
    case 'TSAbstractPropertyDefinition':
      return key === 'key' && !parent.computed;
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'ExportSpecifier':
    case 'ExportAllDeclaration':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
    case 'TSIndexSignature':
    case 'TSTypeReference':
    case 'TSTypeQuery':
    case 'TSQualifiedName':
    case 'TSImportType':
    case 'TSTypeParameter':
    case 'TSInterfaceHeritage':
    case 'TSClassImplements':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSNamedTupleMember':
    case 'TSTypePredicate':
      return true;
    default:
      return false;
  }
}

/** What the file imports or declares at its top level, where no global of that name can be reached any more. */
function moduleNames({ program }: Source): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) names.add(specifier.local.name);
      continue;
    }
    const declaration =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
      if (declaration.id) names.add(declaration.id.name);
    } else if (declaration?.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') names.add(id.name);
    }
  }
  return names;
}
