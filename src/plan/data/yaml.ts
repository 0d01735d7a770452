import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from 'yaml';
import type { Finding } from '../recognise/draft.ts';
import { DATA_LEVELS, type Syntax, syntaxError, tooLarge } from './node.ts';
import { readYamlNodes } from './yaml-nodes.ts';

/**
 * Lexical tokens in one document. The library takes 2 to 5 µs for each, so this is a few seconds at worst; ten
 * thousand tasks of six lines have half of it.
 */
const YAML_TOKENS = 800_000;

/** Core schema only: no merge keys, no dates, no tags of anybody's own. Keys are compared by us, in linear time. */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  strict: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Reads one YAML document with the lines of everything in it. */
export function parseYaml(text: string): Syntax {
  const lines = new LineCounter();
  const document = parseDocument(text, lines);
  if ('severity' in document) return { root: null, findings: [document] };
  return readYamlNodes(document, text, lines);
}

/** Whatever the library throws, the text is to blame. */
function parseDocument(text: string, lines: LineCounter): Document.Parsed | Finding {
  const errors: Finding[] = [];
  try {
    const tokens = tokenise(text, lines);
    return Array.isArray(tokens) ? compose(tokens, lines, errors) : tokens;
  } catch (error) {
    return errors[0] ?? badYaml(String(error), 0);
  }
}

/** The library's stages are driven by hand so that a text that would take it minutes is refused on the way. */
function tokenise(text: string, lines: LineCounter): CST.Token[] | Finding {
  const tokens: CST.Token[] = [];
  const parser = new Parser(lines.addNewLine);
  const lineOf = (offset: number): number => lines.linePos(offset).line;
  let documents = 0;
  let count = 0;
  lines.addNewLine(0);
  const take = (token: CST.Token): Finding | null => {
    tokens.push(token);
    if (token.type === 'error') return badYaml(token.message, lineOf(token.offset));
    if (token.type === 'document') documents += 1;
    return documents > 1 ? severalDocuments(lineOf(token.offset)) : null;
  };
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    for (const token of parser.next(lexeme)) {
      const finding = take(token);
      if (finding) return finding;
    }
    if (count > YAML_TOKENS) return tooManyTokens(lineOf(parser.offset));
    if (parser.stack.length > DATA_LEVELS + 2) return tooDeep(lineOf(parser.offset));
  }
  for (const token of parser.end()) {
    const finding = take(token);
    if (finding) return finding;
  }
  return tokens;
}

/**
 * Composing ends at the first error. The library itself goes on and makes an Error, stack and all, of every further
 * one, which takes half a minute for a megabyte of commas; its handler is replaced because it has no option for it.
 */
function compose(
  tokens: readonly CST.Token[],
  lines: LineCounter,
  errors: Finding[],
): Document.Parsed | Finding {
  const composer = new Composer(OPTIONS);
  const onError = (source: ErrorSource, _code: string, message: string): never => {
    errors.push(badYaml(message, lines.linePos(offsetOf(source)).line));
    throw new Error('stopped at the first error');
  };
  Object.defineProperty(composer, 'onError', { value: onError });
  const [document] = composer.compose(tokens, true, 0);
  const [error] = document!.errors;
  return error ? badYaml(error.message, lines.linePos(error.pos[0]).line) : document!;
}

type ErrorSource = number | readonly number[] | { readonly offset: number };

function offsetOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0]!;
}

const badYaml = (message: string, line: number): Finding =>
  syntaxError(
    `invalid YAML: ${message}`,
    line,
    'Check the indentation, and quote texts that contain ": " or " #" or start with a special character.',
  );

const severalDocuments = (line: number): Finding =>
  syntaxError(
    'the file holds several YAML documents; a plan is one',
    line,
    'Remove the "---" line, or put each plan into a file of its own.',
  );

const tooManyTokens = (line: number): Finding =>
  tooLarge(
    `the YAML has more than ${YAML_TOKENS} tokens`,
    line,
    'Write a plan of this size as JSON, or split it.',
  );

const tooDeep = (line: number): Finding =>
  tooLarge(`lists and maps are nested more than ${DATA_LEVELS} deep`, line, 'A plan has six levels.');
