import { fileName } from '../base/file-name.ts';

/** Longest part of a folder's name that comes from a tracker, in characters. */
const MAX_TRACKER_ID = 40;
/** Longest part of a folder's name that comes from a plan's title, in characters. */
const MAX_SLUG = 50;
/** Characters of a title that are looked at for its words. */
const MAX_READ = 500;

/** The folder of a run's record: its day in universal time, what it is tracked by, and a few words of its title. */
export function recordName(createdAt: number, trackerId: string | null, run: string, title: string): string {
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return `${day}-${safe(trackerId ?? '') || safe(run) || 'run'}-${slug(title) || 'plan'}`;
}

/** Text from a stranger as a part of a name that is no option, no hidden file and no way up. */
function safe(text: string): string {
  const name = text
    .slice(0, MAX_READ)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MAX_TRACKER_ID);
  let end = name.length;
  while (end > 0 && '.-'.includes(name[end - 1]!)) end -= 1;
  return name.slice(0, end);
}

/** Whole words as far as they fit; a first word that is longer than all there is room for is cut. */
function slug(title: string): string {
  const words =
    title
      .slice(0, MAX_READ)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  let name = (words[0] ?? '').slice(0, MAX_SLUG);
  for (const word of words.slice(1)) {
    if (name.length + 1 + word.length > MAX_SLUG) break;
    name += `-${word}`;
  }
  return name;
}

/**
 * The folder of a phase inside the record. Different ids have different folders, also where the file system ignores
 * case: a capital is written as `+` and its small letter. Only a dot at the end is escaped, which some systems drop.
 */
export const phaseFolder = (id: string): string =>
  `phase-${fileName(id)
    .replace(/%2E(?!$)/g, '.')
    .replace(/%..|[A-Z]/g, part => (part.length > 1 ? part : `+${part.toLowerCase()}`))}`;

/** Inside a phase's folder: where a developer may leave its report. */
export const REPORT_FILE = 'report.json';

/** Inside a phase's folder: what the phase is since it was described anew. */
export const REVISION_FILE = 'revision.md';
