import { MAX_MEMBER_CHARS, MAX_MEMBERS, type ManifestReader } from '../stack.ts';

/** Those of the names that lie at the repository's top, in the order asked. */
export function present(reader: ManifestReader, names: readonly string[]): string[] {
  const top = new Set(reader.list());
  return names.filter(name => top.has(name));
}

export function has(reader: ManifestReader, ...names: readonly string[]): boolean {
  return present(reader, names).length > 0;
}

/** Names at the top of that shape; those with invisible characters are left out, as evidence is shown to people. */
export function matching(reader: ManifestReader, shape: RegExp): string[] {
  return reader
    .list()
    .filter(name => shape.test(name) && !/\p{C}/u.test(name))
    .slice(0, MAX_MEMBERS);
}

/** The texts of all those that can be read, joined by line ends. */
export function textOf(reader: ManifestReader, paths: readonly string[]): string {
  return paths.map(path => reader.read(path) ?? '').join('\n');
}

/** The texts of the projects that a manifest names, those of reasonable size, each once. */
export function memberTexts(reader: ManifestReader, paths: readonly string[]): string[] {
  return [...new Set(paths)]
    .slice(0, MAX_MEMBERS)
    .map(path => reader.read(path) ?? '')
    .filter(text => text.length <= MAX_MEMBER_CHARS);
}
