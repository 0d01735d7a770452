import type { Finding } from '../recognise/draft.ts';
import {
  DATA_LEVELS,
  DATA_NODES,
  type DataNode,
  duplicateKey,
  type Entry,
  note,
  type Syntax,
  syntaxError,
  tooLarge,
} from './node.ts';

/**
 * Reads JSON with the lines of everything in it. `JSON.parse` decides what is JSON; but it tells neither where a
 * value stands, nor of keys given twice, nor (in half of its messages) where an error is, so the text is scanned too.
 */
export function parseJson(text: string): Syntax {
  const scanned = scan(text);
  if (scanned.root === null) return scanned;
  try {
    JSON.parse(text);
    return scanned;
  } catch {
    return { root: null, findings: [badJson('this is not valid JSON', 0)] };
  }
}

/** White space, then a mark, a string, a number or a word. Strings hold no line ends, so none is longer than a line. */
const TOKEN =
  /([ \t\n\r]*)(?:([{}[\],:])|"((?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|$)/y;

const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

type Expected = 'a value' | 'a value or "]"' | 'a key' | 'a key or "}"' | '":"' | '","' | 'nothing more';

interface Open {
  readonly line: number;
  readonly items: DataNode[];
  /** Null in a list. */
  readonly entries: Map<string, Entry> | null;
  key: { readonly name: string; readonly line: number };
}

interface Scan {
  readonly text: string;
  readonly open: Open[];
  readonly findings: Finding[];
  root: DataNode | null;
  expected: Expected;
  line: number;
  nodes: number;
}

function scan(text: string): Syntax {
  const state: Scan = { text, open: [], findings: [], root: null, expected: 'a value', line: 1, nodes: 0 };
  const token = new RegExp(TOKEN);
  for (;;) {
    const start = token.lastIndex;
    const match = token.exec(text);
    if (!match) return { root: null, findings: [...state.findings, unreadable(state, start)] };
    const [whole, space = ''] = match;
    for (let at = space.indexOf('\n'); at >= 0; at = space.indexOf('\n', at + 1)) state.line += 1;
    const atEnd = whole.length === space.length;
    if (atEnd && state.expected === 'nothing more') break;
    if (atEnd || !take(state, match))
      return { root: null, findings: [...state.findings, unexpected(state, whole.slice(space.length))] };
    if (state.nodes > DATA_NODES || state.open.length > DATA_LEVELS)
      return { root: null, findings: [limitFinding(state)] };
  }
  return { root: state.root, findings: state.findings };
}

/** Whether the token may stand here; if so it becomes part of the data. */
function take(state: Scan, [, , mark, string, number, word = '']: RegExpExecArray): boolean {
  if (mark !== undefined) return takeMark(state, mark);
  if (string !== undefined) return takeString(state, string);
  if (number !== undefined) return takeValue(state, scalar(state, Number(number), number));
  return takeValue(state, scalar(state, WORDS[word]!, ''));
}

function takeMark(state: Scan, mark: string): boolean {
  const { expected, open } = state;
  const top = open.at(-1);
  const wantsValue = expected === 'a value' || expected === 'a value or "]"';
  const closable = expected === '","' || expected === (top?.entries ? 'a key or "}"' : 'a value or "]"');
  if ((mark === '{' || mark === '[') && wantsValue) {
    const entries = mark === '{' ? new Map<string, Entry>() : null;
    open.push({ line: state.line, items: [], entries, key: { name: '', line: 0 } });
    state.expected = entries ? 'a key or "}"' : 'a value or "]"';
    return true;
  }
  if (mark === ':' && expected === '":"') {
    state.expected = 'a value';
    return true;
  }
  if (mark === ',' && expected === '","') {
    state.expected = top!.entries ? 'a key' : 'a value';
    return true;
  }
  if (top && closable && mark === (top.entries ? '}' : ']')) {
    open.pop();
    state.expected = 'a value';
    const lines = { line: top.line, endLine: state.line };
    return takeValue(
      state,
      top.entries
        ? { kind: 'map', entries: top.entries, ...lines }
        : { kind: 'list', items: top.items, ...lines },
    );
  }
  return false;
}

function takeString(state: Scan, raw: string): boolean {
  const text: string = raw.includes('\\') ? JSON.parse(`"${raw}"`) : raw;
  if (state.expected !== 'a key' && state.expected !== 'a key or "}"')
    return takeValue(state, scalar(state, text, ''));
  state.open.at(-1)!.key = { name: text, line: state.line };
  state.expected = '":"';
  return true;
}

function takeValue(state: Scan, node: DataNode): boolean {
  if (state.expected !== 'a value' && state.expected !== 'a value or "]"') return false;
  state.nodes += 1;
  const top = state.open.at(-1);
  state.expected = top ? '","' : 'nothing more';
  if (!top) state.root = node;
  else if (!top.entries) top.items.push(node);
  else {
    const { name, line } = top.key;
    if (top.entries.has(name)) note(duplicateKey(name, line), state.findings);
    top.entries.set(name, { line, node });
  }
  return true;
}

const scalar = (state: Scan, value: string | number | boolean | null, source: string): DataNode => ({
  kind: 'scalar',
  value,
  source,
  line: state.line,
  endLine: state.line,
});

function unexpected(state: Scan, found: string): Finding {
  const { expected, line, open } = state;
  const wanted = expected === '","' ? (open.at(-1)!.entries ? '"," or "}"' : '"," or "]"') : expected;
  if (found === '') return badJson(`the text ends where ${wanted} is expected`, line);
  const shown = found.slice(0, 40);
  return badJson(
    `${wanted} is expected here, not ${shown.startsWith('"') ? shown : JSON.stringify(shown)}`,
    line,
  );
}

/** What starts at this place is no token at all: a stray character, or a string that does not end on its line. */
function unreadable(state: Scan, start: number): Finding {
  let at = start;
  let { line } = state;
  for (; ' \t\n\r'.includes(state.text.charAt(at)); at += 1) if (state.text.charAt(at) === '\n') line += 1;
  const character = state.text.charAt(at);
  if (character === '"') return badJson('this string is not closed or has a wrong escape', line);
  const point = String.fromCodePoint(state.text.codePointAt(at)!);
  return badJson(`${state.expected} is expected here, not ${JSON.stringify(point)}`, line);
}

const limitFinding = (state: Scan): Finding =>
  state.nodes > DATA_NODES
    ? tooLarge(`the plan has more than ${DATA_NODES} values`, state.line, 'Split it into several plans.')
    : tooLarge(
        `lists and objects are nested more than ${DATA_LEVELS} deep`,
        state.line,
        'A plan has six levels.',
      );

const badJson = (message: string, line: number): Finding =>
  syntaxError(
    `invalid JSON: ${message}`,
    line,
    'JSON wants double quotes, no comments and no comma after the last item; use YAML (--from yaml) for those.',
  );
