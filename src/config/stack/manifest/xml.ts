/** An opening tag, with the text up to the next tag. Entities stay as written. */
export interface XmlTag {
  name: string;
  attributes: string;
  text: string;
}

const MAX_TAGS = 20_000;
const MAX_NAME_CHARS = 100;

/**
 * The opening tags of a project file in document order: no tree, no entities, no DTD, one pass. Malformed text
 * gives the tags before the flaw.
 */
export function xmlTags(text: string): XmlTag[] {
  const tags: XmlTag[] = [];
  let open = text.indexOf('<');
  while (open !== -1 && tags.length < MAX_TAGS) {
    const end = markupEnd(text, open);
    if (end === -1) break;
    const next = text.indexOf('<', end);
    const name = /^[A-Za-z_][\w.:-]*/.exec(
      text.slice(open + 1, Math.min(end, open + 1 + MAX_NAME_CHARS)),
    )?.[0];
    if (name !== undefined) {
      tags.push({
        name,
        attributes: text.slice(open + 1 + name.length, end - 1),
        text: text.slice(end, next === -1 ? text.length : next).trim(),
      });
    }
    open = next;
  }
  return tags;
}

/** The texts of every element of that name that are not blank. */
export function xmlTexts(tags: readonly XmlTag[], name: string): string[] {
  return tags.filter(tag => tag.name === name && tag.text !== '').map(tag => tag.text);
}

export function xmlAttribute(tag: XmlTag, name: 'Include' | 'Sdk' | 'Name'): string | null {
  const found = ATTRIBUTE[name].exec(tag.attributes);
  return found?.[1] ?? found?.[2] ?? null;
}

const ATTRIBUTE = {
  Include: /\sInclude\s?=\s?(?:"([^"]{0,300})"|'([^']{0,300})')/,
  Sdk: /\sSdk\s?=\s?(?:"([^"]{0,300})"|'([^']{0,300})')/,
  Name: /\sName\s?=\s?(?:"([^"]{0,300})"|'([^']{0,300})')/,
};

/** Where the markup that starts at `open` is over, or -1. */
function markupEnd(text: string, open: number): number {
  if (text.startsWith('<!--', open)) return after(text, '-->', open + 4);
  if (text.startsWith('<![CDATA[', open)) return after(text, ']]>', open + 9);
  let quote = '';
  for (let i = open + 1; i < text.length; i += 1) {
    const char = text[i] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return i + 1;
  }
  return -1;
}

function after(text: string, marker: string, start: number): number {
  const found = text.indexOf(marker, start);
  return found === -1 ? -1 : found + marker.length;
}
