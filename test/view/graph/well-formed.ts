/** What is wrong with the text as an XML 1.0 document, strictly; null where nothing is. Knows no DTD or CDATA. */
export function xmlError(text: string): string | null {
  const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(text);
  if (forbidden) return `forbidden character at ${forbidden.index}`;
  const open: string[] = [];
  let roots = 0;
  let rest = text.trim();
  while (rest !== '') {
    const token = TOKEN.exec(rest);
    if (token === null) return `not well-formed: ${rest.slice(0, 60)}`;
    const [whole, closing, opening, attributes = '', selfClosing] = token;
    rest = rest.slice(whole.length);
    if (closing !== undefined) {
      if (open.pop() !== closing) return `unexpected </${closing}>`;
    } else if (opening !== undefined) {
      if (open.length === 0) roots += 1;
      const names = [...attributes.matchAll(/\s([\w:-]+)=/g)].map(match => match[1]);
      if (new Set(names).size < names.length) return `attribute given twice in <${opening}>`;
      if (selfClosing === '') open.push(opening);
    } else if (open.length === 0 && whole.trim() !== '') return `text outside the root: ${whole}`;
  }
  if (open.length > 0) return `<${open.at(-1)}> is never closed`;
  return roots === 1 ? null : `${roots} roots`;
}

/** The document's text content, with references resolved. */
export function xmlText(text: string): string {
  return text
    .replace(/<style>[^<]*<\/style>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

const REFERENCE = '&(?:amp|lt|gt|quot|apos|#\\d+|#x[\\da-fA-F]+);';
const TOKEN = new RegExp(
  `^(?:</([\\w:-]+)\\s*>|<([\\w:-]+)((?:\\s+[\\w:-]+="(?:[^"<&]|${REFERENCE})*")*)\\s*(/?)>|(?:[^<&]|${REFERENCE})+)`,
);
