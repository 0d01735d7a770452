import { sections } from '../markdown/outline.ts';
import { subtaskType } from './content.ts';
import { type Document, type Draft, newDraft, type Recognised } from './draft.ts';
import { cleanPath, isOutside } from './paths.ts';
import { parseUnitTitle, plainTitle } from './unit-title.ts';

/** What a unit is called, by preference; a test-first plan of one feature has no tasks. */
const ELEMENTS = {
  task: { open: /<task(?=[\s>])[^>]{0,500}>/g, close: '</task>' },
  feature: { open: /<feature(?=[\s>])[^>]{0,500}>/g, close: '</feature>' },
} as const;
type Element = (typeof ELEMENTS)[keyof typeof ELEMENTS];

/** Plans whose tasks are `<task>` elements in the markdown, with `<name>`, `<files>`, `<action>` and `<done>` inside. */
export function byXml(document: Document): Recognised | null {
  for (const kind of Object.values(ELEMENTS)) {
    const units = elementPlaces(document, kind).map(place => readTask(document.text, place));
    if (units.length > 0) return { format: 'xml', units, findings: [], order: [] };
  }
  return null;
}

interface ElementPlace {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Elements in the document's HTML: those inside code fences and comments do not count, nor do those never closed. */
function elementPlaces(document: Document, { open, close }: Element): ElementPlace[] {
  const starts = openingTags(document, open);
  const places: ElementPlace[] = [];
  let end = -1;
  for (const [i, { start, line }] of starts.entries()) {
    if (end < start) end = document.text.indexOf(close, start);
    if (end < 0) break;
    const next = starts[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    if (end < next) places.push({ start, end, line });
  }
  return places;
}

function openingTags(document: Document, open: RegExp): { start: number; line: number }[] {
  const tags: { start: number; line: number }[] = [];
  for (const section of sections(document.root)) {
    for (const block of section.blocks) {
      if (block.type !== 'html' || block.value.startsWith('<!--')) continue;
      const { line, offset } = block.position!.start;
      let read = 0;
      let newlines = 0;
      for (const match of block.value.matchAll(open)) {
        for (; read < match.index; read += 1) if (block.value[read] === '\n') newlines += 1;
        tags.push({ start: offset! + match.index, line: line + newlines });
      }
    }
  }
  return tags;
}

function readTask(text: string, { start, end, line }: ElementPlace): Draft {
  const whole = text.slice(start, end);
  const opened = whole.indexOf('>') + 1;
  const body = whole.slice(opened);
  const name =
    element(body, 'name') ||
    element(body, 'title') ||
    attribute(whole.slice(0, opened), 'name') ||
    firstLine(body);
  const title = parseUnitTitle(name) ?? plainTitle(name);
  const endLine = line + whole.split('\n').length - 1;
  const draft = newDraft(title, { line, endLine, description: body.trim() });
  for (const path of element(body, 'files').split(/[,\n]/).map(cleanPath)) {
    if (path && !isOutside(path)) draft.files.push(path);
  }
  const done = element(body, 'done');
  if (done) draft.criteria.push(done);
  const dependsOn = element(body, 'depends_on') || attribute(whole.slice(0, opened), 'depends_on');
  if (dependsOn) draft.dependsOn.push({ text: dependsOn, line });
  const kind = attribute(whole.slice(0, opened), 'type');
  draft.gated ||= kind.startsWith('checkpoint');
  draft.type ??= subtaskType(kind);
  return draft;
}

/** The first words of a task that has no name. */
const firstLine = (body: string): string =>
  body
    .replace(/<[^>]{0,200}>/g, '\n')
    .split('\n')
    .find(line => line.trim())
    ?.trim() ?? '';

function element(body: string, name: string): string {
  const start = body.indexOf(`<${name}>`);
  if (start < 0) return '';
  const from = start + name.length + 2;
  const end = body.indexOf(`</${name}>`, from);
  return end < 0 ? '' : body.slice(from, end).trim();
}

function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}="([^"]{0,200})"`).exec(tag);
  return match ? match[1]! : '';
}
