import type { ModelChoice, Models } from '../../run/policy/settings.ts';
import type { Check, Settings } from '../../run/settings.ts';
import { kindOf } from './check-kind.ts';
import { CHECK_SECONDS } from './forms.ts';
import type { CheckForm, ChoiceForm, SetupForm } from './meaning.ts';

/* Values in the shortest form that people write them in. */

export function writtenCheck({ command, kind, timeoutMs }: Check): CheckForm {
  const known = kind === kindOf(command);
  const limit = timeoutMs === CHECK_SECONDS * 1_000 ? {} : { timeoutSeconds: timeoutMs / 1_000 };
  if (known && Object.keys(limit).length === 0) return command;
  return { command, ...(known ? {} : { kind }), ...limit };
}

export const writtenSetup = ({ command, timeoutMs }: Settings['setup'][number]): SetupForm =>
  timeoutMs === CHECK_SECONDS * 1_000 ? command : { command, timeoutSeconds: timeoutMs / 1_000 };

/** A list of one is written as that one. */
export const writtenModels = (models: Models): object =>
  Object.fromEntries(
    Object.entries(models).map(([role, chain]) => {
      const forms = chain.map(writtenChoice);
      return [role, forms.length === 1 ? forms[0] : forms];
    }),
  );

function writtenChoice({ agent, model, provider }: ModelChoice): ChoiceForm {
  if (agent === null && provider === null && model !== null) return model;
  return {
    ...(agent === null ? {} : { agent }),
    ...(model === null ? {} : { model }),
    ...(provider === null ? {} : { provider }),
  };
}
