import type { Role } from '../../run/role.ts';
import type { Failing, Spent } from '../wire/message.ts';

export type { Failing };

/** What the scripted agent does, one key a step; docs/scripted-agent.md tells what each means. */
export type Step = PlainStep | { readonly model: ByModel };

/** Steps for each model by its name, `*` for any other and for one that is not known; see `stepsFor`. */
export type ByModel = Readonly<Record<string, readonly PlainStep[]>>;

/** A step that is the same for each model. */
export type PlainStep =
  | { readonly write: FileText }
  | { readonly append: FileText }
  | { readonly delete: string }
  | { readonly shell: string }
  | { readonly sleep: number }
  | { readonly say: string }
  | { readonly usage: Spent }
  | { readonly commit: string }
  | { readonly report: unknown }
  | { readonly reply: unknown }
  | { readonly fail: Failing }
  | { readonly hang: true }
  | { readonly crash: number | CrashSignal }
  | { readonly garbage: number }
  | { readonly spawn: string };

export interface FileText {
  /** From the top of the workspace. */
  readonly path: string;
  readonly content: string;
}

export type CrashSignal = 'SIGABRT' | 'SIGHUP' | 'SIGINT' | 'SIGKILL' | 'SIGSEGV' | 'SIGTERM';

export type Attempt = readonly Step[];

/** Attempts by role and by phase; see `attemptFor`. */
export type Script = { readonly [role in Role]?: Readonly<Record<string, readonly Attempt[]>> };
