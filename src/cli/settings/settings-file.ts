import { nearest } from '../../base/nearest.ts';
import { type DataNode, lineAt, type MapNode, type Path, plainValue, without } from '../../plan/data/node.ts';
import { parseYaml } from '../../plan/data/yaml.ts';
import { MAX_PROFILES, PROFILE_NAME } from './file-schema.ts';
import { type Given, givenIn } from './given.ts';
import type { FileOwner, Origin } from './origin.ts';
import { cut, MAX_PROBLEMS, type Problem } from './problem.ts';
import { validate } from './validate.ts';

/** The text of a settings file, under the name that complaints use. */
export interface SettingsText {
  readonly name: string;
  readonly text: string;
}

export interface FileSettings {
  readonly given: readonly Given[];
  readonly profiles: ReadonlyMap<string, readonly Given[]>;
  readonly problems: readonly Problem[];
}

/** Everything that a settings file gives. All of it must be understood, profiles that nobody asks for included. */
export function settingsIn({ name, text }: SettingsText, whose: FileOwner): FileSettings {
  // The reader of plans, with its limits: a settings file may come from a stranger's repository.
  const { root, findings } = parseYaml(text);
  const problems = findings.map(({ line, message }) => ({ place: `${name}:${line}`, message }));
  const profiles = new Map<string, readonly Given[]>();
  if (problems.length > 0 || !root || isNothing(root)) return { given: [], profiles, problems };
  if (root.kind !== 'map') {
    const message = 'settings are written as a map, such as "concurrency: 2"';
    return { given: [], profiles, problems: [{ place: `${name}:${root.line}`, message }] };
  }
  const fileOrigin = (line: number): Origin => ({ from: 'file', whose, file: name, line });
  const given = givenBy(without(root, ['profiles']), name, fileOrigin, problems);
  for (const [profile, node] of profileNodes(root, name, problems)) {
    const origin = (line: number): Origin => ({ from: 'profile', profile, file: name, line });
    profiles.set(profile, givenBy(node, name, origin, problems));
  }
  const lineOf = ({ place }: Problem): number => Number(place.slice(name.length + 1));
  problems.sort((a, b) => lineOf(a) - lineOf(b));
  return { given, profiles, problems: problems.slice(0, MAX_PROBLEMS) };
}

function givenBy(
  node: DataNode,
  name: string,
  originAt: (line: number) => Origin,
  problems: Problem[],
): Given[] {
  const lineOf = (path: Path): number => lineAt(node, path);
  const form = validate(plainValue(node), path => `${name}:${lineOf(path)}`, problems);
  return form ? givenIn(form, path => originAt(lineOf(path))) : [];
}

function profileNodes(root: MapNode, name: string, problems: Problem[]): [string, MapNode][] {
  const entry = root.entries.get('profiles');
  if (!entry || isNothing(entry.node)) return [];
  const complain = (line: number, message: string): void =>
    void problems.push({ place: `${name}:${line}`, message });
  if (entry.node.kind !== 'map') {
    complain(entry.line, 'profiles must be a map of names to settings');
    return [];
  }
  if (entry.node.entries.size > MAX_PROFILES)
    complain(entry.line, `profiles must have at most ${MAX_PROFILES} entries`);
  return [...entry.node.entries].slice(0, MAX_PROFILES).flatMap(([profile, { line, node }]) => {
    if (!PROFILE_NAME.test(profile))
      complain(
        line,
        `the profile ${JSON.stringify(cut(profile))} needs a name of letters, digits, "-" and "_"`,
      );
    else if (node.kind === 'map') return [[profile, node] as [string, MapNode]];
    else complain(line, `the profile ${profile} must be a map of settings`);
    return [];
  });
}

const isNothing = (node: DataNode): boolean => node.kind === 'scalar' && node.value === null;

/** The complaint about a profile that no file has. */
export function unknownProfile(profile: string, known: readonly string[]): string {
  if (known.length === 0) return `there is no profile ${cut(profile)}: no settings file has profiles`;
  const meant = nearest(profile, known);
  const names = known.slice(0, MAX_PROBLEMS).join(', ');
  return `there is no profile ${cut(profile)}${meant === null ? '' : ` (${meant}?)`}; known profiles: ${names}`;
}
