import { join } from 'node:path';
import { z } from 'zod';
import { nearest } from '../../base/nearest.ts';
import { plainValue } from '../../plan/data/node.ts';
import { parseYaml } from '../../plan/data/yaml.ts';
import { MAX_CHECKS, PRESETS } from '../../run/policies.ts';
import { settingsSchema } from '../../run/settings.ts';
import { UsageError } from '../exit.ts';
import { readTextFile } from '../text-file.ts';

/** The repository's own settings, in its top folder. */
const SETTINGS_FILE = 'phasewright.yaml';
const MAX_BYTES = 1 << 20;
/** A week. */
const MAX_CHECK_SECONDS = 7 * 24 * 60 * 60;

const check = z.union([
  z
    .string()
    .min(1)
    .transform(command => ({ command, timeoutMs: CHECK_TIMEOUT_MS })),
  z
    .strictObject({
      command: z.string().min(1),
      timeoutSeconds: z.number().positive().max(MAX_CHECK_SECONDS).optional(),
    })
    .transform(({ command, timeoutSeconds }) => ({
      command,
      timeoutMs: timeoutSeconds === undefined ? CHECK_TIMEOUT_MS : Math.ceil(timeoutSeconds * 1000),
    })),
]);
export const CHECK_TIMEOUT_MS = 30 * 60_000;

const { schedule, concurrency, session, onReject, maxAttempts, onFailure, review, allowEmpty, commit } =
  settingsSchema.shape;

const fileSchema = z
  .strictObject({
    preset: z.enum(PRESETS),
    schedule,
    concurrency,
    session,
    onReject,
    maxAttempts,
    onFailure,
    review,
    allowEmpty,
    checks: z.array(check).max(MAX_CHECKS),
    commit: commit.partial(),
    agent: z.string(),
    script: z.string(),
  })
  .partial();
export type FileSettings = z.infer<typeof fileSchema>;

/** Empty where the repository has none. Everything in it must be understood. */
export function readSettingsFile(toplevel: string): FileSettings {
  const file = join(toplevel, SETTINGS_FILE);
  const text = read(file);
  return text === null ? {} : settingsIn(text, file);
}

/** The settings that a text gives; `file` is what complaints name. */
export function settingsIn(text: string, file: string): FileSettings {
  // The reader of plans, with its limits: a settings file may come from a stranger's repository.
  const { root, findings } = parseYaml(text);
  const [finding] = findings;
  if (finding) throw new UsageError(`${file}:${finding.line}: ${finding.message}`, 'Mend the YAML.');
  const result = fileSchema.safeParse((root && plainValue(root)) ?? {});
  if (result.success) return result.data;
  throw new UsageError(
    `${file}: ${described(result.error.issues[0]!)}`,
    'docs/commands.md lists the settings.',
  );
}

function read(file: string): string | null {
  const found = readTextFile(file, MAX_BYTES);
  if (found.ok) return found.text;
  if (found.code === 'ENOENT' || found.code === 'ENOTDIR') return null;
  throw new UsageError(`${file} ${found.problem}`, 'Give it as a file of at most 1 MB that you may read.');
}

function described(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${place || 'the file'}: ${issue.message}`;
  const [key = ''] = issue.keys;
  const known = place === 'commit' ? Object.keys(commit.shape) : Object.keys(fileSchema.shape);
  const meant = nearest(key, known);
  const shown = key.slice(0, SHOWN_CHARACTERS);
  return `unknown setting ${place ? `${place}.` : ''}${shown}${meant ? ` (${meant}?)` : ''}`;
}

const SHOWN_CHARACTERS = 60;
