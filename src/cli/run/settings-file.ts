import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { nearest } from '../../base/nearest.ts';
import { PRESETS } from '../../run/policies.ts';
import { settingsSchema } from '../../run/settings.ts';
import { UsageError } from '../exit.ts';

/** The repository's own settings, in its top folder. */
const SETTINGS_FILE = 'phasewright.yaml';
const MAX_BYTES = 1 << 20;

const check = z.union([
  z
    .string()
    .min(1)
    .transform(command => ({ command, timeoutMs: CHECK_TIMEOUT_MS })),
  z
    .strictObject({ command: z.string().min(1), timeoutSeconds: z.number().positive().optional() })
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
    checks: z.array(check),
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
  if (text === null) return {};
  if (text.length > MAX_BYTES) throw new UsageError(`${file} is larger than 1 MB`, 'Shorten it.');
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error) throw new UsageError(`${file}: ${error.message}`, 'Mend the YAML.');
  const result = fileSchema.safeParse(document.toJS({ maxAliasCount: 100 }) ?? {});
  if (result.success) return result.data;
  throw new UsageError(
    `${file}: ${described(result.error.issues[0]!)}`,
    'docs/commands.md lists the settings.',
  );
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new UsageError(`${file} cannot be read (${code ?? String(error)})`, 'Check its permissions.');
  }
}

function described(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${place || 'the file'}: ${issue.message}`;
  const [key = ''] = issue.keys;
  const known = place === 'commit' ? Object.keys(commit.shape) : Object.keys(fileSchema.shape);
  const meant = nearest(key, known);
  return `unknown setting ${place ? `${place}.` : ''}${key}${meant ? ` (${meant}?)` : ''}`;
}
