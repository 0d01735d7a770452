import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Credential, lend } from '../credentials.ts';
import { putFile } from '../home-files.ts';
import type { Surroundings } from '../surroundings.ts';
import { addressesIn, PROVIDERS } from './providers.ts';

/** Keys are for pi, not for what it runs. */
const HIDDEN = [...new Set(PROVIDERS.flatMap(({ keys }) => keys))];

const settingsFor = (retries: number | undefined): object => ({
  ...(retries === undefined
    ? {}
    : { retry: { enabled: retries > 0, maxRetries: retries, provider: { maxRetries: 0 } } }),
  enableInstallTelemetry: false,
  shellCommandPrefix: `unset ${HIDDEN.join(' ')}`,
});

/** Where the user's own pi keeps its settings and its login. */
export const userFolder = ({ userEnvironment }: Surroundings, home: string | undefined): string =>
  userEnvironment.PI_CODING_AGENT_DIR || join(home ?? '', '.pi', 'agent');

/** Settings, providers and the login, in a folder of ours. The same for all sessions, which may run side by side. */
export function furnish({ home, userEnvironment, retries }: Surroundings, folder: string): Credential {
  const providers = { ...providersIn(folder), ...addressesIn(userEnvironment) };
  putFile(home, join(home, 'settings.json'), JSON.stringify(settingsFor(retries), null, 2));
  putFile(home, join(home, 'models.json'), JSON.stringify({ providers }, null, 2));
  const login = { original: join(folder, 'auth.json'), home, link: join(home, 'auth.json') };
  lend(login);
  return login;
}

const modelsSchema = z.object({
  providers: z.record(z.string(), z.looseObject({ apiKey: z.string().optional() })),
});

type Providers = z.infer<typeof modelsSchema>['providers'];

/** Providers that the user described to pi, without which their models are not known. */
export function providersIn(folder: string): Providers {
  try {
    return modelsSchema.parse(JSON.parse(textOf(join(folder, 'models.json')) ?? '')).providers;
  } catch {
    return {};
  }
}

/** Null for a file that cannot be read. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
