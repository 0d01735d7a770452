import type { Assembled } from './assemble/assemble.ts';
import type { Grouping } from './assemble/compute-phases.ts';
import { isCanonical, looksLikeData } from './data/detect.ts';
import type { Diagnostic } from './diagnostic.ts';
import { guardMarkdown, guardText } from './guard.ts';
import { LIMITS } from './limits.ts';
import { EMPTY_PLAN, type Format, type Plan } from './model.ts';
import type { TddSetting, UnitSetting } from './options.ts';
import type { ReadPlan } from './read-markdown.ts';
import type { Finding } from './recognise/draft.ts';
import { validate } from './validate.ts';

export interface ParseOptions {
  /** Forces a format instead of finding out. */
  readonly from?: Format;
  readonly unit?: UnitSetting;
  readonly grouping?: Grouping;
  readonly tdd?: TddSetting;
  /** Takes a document with no recognisable unit as one phase. */
  readonly singleSession?: boolean;
}

export interface Parsed {
  /** Null where nothing could be recognised. */
  readonly format: Format | null;
  /** Without phases where nothing could be recognised. A plan with an error among its diagnostics must not run. */
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** Where in the text each phase stands. */
  readonly places: Assembled['places'];
}

/** Reads a plan in any of the formats. Never throws and never guesses silently: what it saw is in the diagnostics. */
export async function parse(text: string, options: ParseOptions = {}): Promise<Parsed> {
  const guarded = guardText(text);
  if (!guarded.ok)
    return { format: null, plan: EMPTY_PLAN, diagnostics: guarded.diagnostics, places: new Map() };
  const read = await readPlan(guarded.text, options);
  const { plan, findings } = validate(read.plan, options.tdd ?? 'warn', read.places);
  const diagnostics = [...guarded.diagnostics, ...[...read.findings, ...findings].map(toDiagnostic)];
  return { format: read.format, plan, diagnostics: tidy(diagnostics), places: read.places };
}

/** What reads a form of plan is loaded only for plans that are written so. */
async function readPlan(text: string, options: ParseOptions): Promise<ReadPlan> {
  if (options.from === 'canonical' || (options.from === undefined && isCanonical(text))) {
    const { readCanonical } = await import('./convert/read-canonical.ts');
    return readCanonical(text);
  }
  if (!looksLikeData(text, options.from)) {
    const refused = guardMarkdown(text);
    if (refused) return { format: null, plan: EMPTY_PLAN, findings: [refused], places: new Map() };
    const { readMarkdown } = await import('./read-markdown.ts');
    return readMarkdown(text, options);
  }
  const { readData } = await import('./data/read-data.ts');
  return readData(text, options);
}

const toDiagnostic = (finding: Finding): Diagnostic => ({ endLine: finding.line, ...finding });

/** In document order, with repetitions of one kind cut short. */
function tidy(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  const kept = diagnostics.filter(({ code }) => {
    counts.set(code, (counts.get(code) ?? 0) + 1);
    return counts.get(code)! <= LIMITS.findingsPerCode;
  });
  for (const [code, count] of counts) {
    if (count <= LIMITS.findingsPerCode) continue;
    const last = kept.findLast(diagnostic => diagnostic.code === code)!;
    kept.push({ ...last, message: `and ${count - LIMITS.findingsPerCode} more findings of this kind` });
  }
  return kept.sort((a, b) => a.line - b.line);
}
