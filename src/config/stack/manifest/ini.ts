/** Section -> key -> its lines, the indented ones below it included. Keys and sections stay as written. */
export type Ini = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** setup.cfg and tox.ini; a line that fits nothing is passed over. */
export function parseIni(text: string): Ini {
  const sections = new Map<string, Map<string, string[]>>();
  let section = new Map<string, string[]>();
  let values: string[] = [];
  for (const line of text.split('\n')) {
    const content = line.trim();
    if (content === '' || content.startsWith('#') || content.startsWith(';')) continue;
    if (/^\s/.test(line)) {
      values.push(content);
    } else if (content.startsWith('[') && content.endsWith(']')) {
      section = new Map();
      values = [];
      sections.set(content.slice(1, -1), section);
    } else {
      const [key = '', value = ''] = halves(content);
      values = value === '' ? [] : [value];
      section.set(key, values);
    }
  }
  return sections;
}

function halves(content: string): [string, string] {
  const split = content.search(/[=:]/);
  return split === -1 ? [content, ''] : [content.slice(0, split).trim(), content.slice(split + 1).trim()];
}
