import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan, type Subtask } from '../../../src/plan/model.ts';
import {
  DEFAULT_ALLOW,
  DEFAULT_MAX_DELETED_LINES,
  DEFAULT_PROTECT,
  type FileChange,
  type Finding,
  type GateSettings,
  type Inspection,
  judgeGates,
} from '../../../src/run/gates.ts';

/** What a test says about an attempt; everything else is as in an attempt that changed nothing. */
export interface Attempt {
  readonly phase?: Partial<Phase>;
  readonly plan?: Partial<Plan>;
  readonly scope?: Partial<GateSettings['scope']>;
  readonly tests?: GateSettings['tests'];
  readonly checks?: GateSettings['checks'];
  readonly inspection?: Partial<Inspection>;
  readonly writtenFirst?: readonly string[];
}

export const SETTINGS: GateSettings = {
  scope: {
    outside: 'warn',
    allow: DEFAULT_ALLOW,
    protect: DEFAULT_PROTECT,
    protected: 'ask',
    maxDeletedLines: DEFAULT_MAX_DELETED_LINES,
  },
  tests: 'reject',
  checks: ['npm test'],
};

export function judge(attempt: Attempt): readonly Finding[] {
  const phase = { ...EMPTY_PHASE, id: '1', title: 'Work', ...attempt.phase };
  const plan = { ...EMPTY_PLAN, phases: [phase], ...attempt.plan };
  const settings: GateSettings = {
    scope: { ...SETTINGS.scope, ...attempt.scope },
    tests: attempt.tests ?? SETTINGS.tests,
    checks: attempt.checks ?? SETTINGS.checks,
  };
  const inspection = inspectionOf(attempt.inspection ?? {});
  return judgeGates(phase, plan, settings, inspection, phase, attempt.writtenFirst);
}

export const inspectionOf = (parts: Partial<Inspection>): Inspection => ({
  files: [],
  changed: parts.files?.length ?? 0,
  patches: [],
  truncated: false,
  deliverables: [],
  ...parts,
});

export const words = (findings: readonly Finding[]): string[] =>
  findings.map(({ gate, severity, message }) => `${gate} ${severity}: ${message}`);

export const file = (path: string, change: Partial<FileChange> = {}): FileChange => ({
  path,
  status: 'modified',
  from: null,
  added: 1,
  deleted: 1,
  binary: false,
  ...change,
});

export const subtask = (type: Subtask['type'], parts: Partial<Subtask> = {}): Subtask => ({
  id: `1.${type}`,
  title: type,
  description: '',
  type,
  dependsOn: [],
  files: [],
  done: false,
  ...parts,
});

/** Files with their changed lines, each written with its sign, as git would tell of them. */
export function edited(changes: Readonly<Record<string, string>>): Pick<Inspection, 'files' | 'patches'> {
  const entries = Object.entries(changes).map(([path, text]) => ({ path, lines: text.split('\n') }));
  return {
    files: entries.map(({ path, lines }) => {
      const [added, deleted] = ['+', '-'].map(sign => lines.filter(line => line.startsWith(sign)).length);
      return file(path, { added: added!, deleted: deleted! });
    }),
    patches: entries.map(({ path, lines }) => ({
      path,
      text: `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n${lines.join('\n')}\n`,
    })),
  };
}
