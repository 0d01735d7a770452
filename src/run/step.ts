import type { Phase } from '../plan/model.ts';
import type { Advice, Review } from './answer.ts';
import type { Failure } from './failure.ts';
import type { Dropped, Purpose, Strength } from './ladder-event.ts';
import type { StuckDecision } from './policy/stuck.ts';
import type { Rule } from './policy/why.ts';

/**
 * lanes ──▶ (combining) ──▶ inspecting ──▶ (checking) ──▶ (reviewing) ──▶ (evaluating) ──▶ (held) ──▶ accepted
 *   └───────────┴───────────────┴──────────────┴───────────────┴───────────────┴─────────────┴──▶ rejected ◀┤
 *                                        accepted ⇄ (combined: checked together with what landed) ──▶ landed
 *
 * rejected ──▶ consulting ──▶ advised ──▶ (fixing) ─┐
 *    │  ▲ └──▶ replanning ──▶ revised ──────────────┼──▶ the next attempt
 *    │  └─ stuck ◀─┘  └─────▶ asking (a person) ────┘
 *    └──────────────────────────────────────────────┘
 */
export type Step =
  | { readonly step: 'lanes' }
  | { readonly step: 'combining' }
  | { readonly step: 'inspecting'; readonly snapshot: string }
  | { readonly step: 'checking'; readonly snapshot: string }
  /** `asked` counts the reviewers that gave no verdict, `votes` are the verdicts. */
  | ({
      readonly step: 'reviewing';
      readonly snapshot: string;
      readonly asked: number;
      readonly votes: readonly Review[];
    } & Waiting)
  /** `asked` counts the evaluators that gave no decisions. */
  | ({ readonly step: 'evaluating'; readonly snapshot: string; readonly asked: number } & Waiting)
  /** Waits for a person. */
  | {
      readonly step: 'held';
      readonly snapshot: string;
      readonly reasons: readonly string[];
      readonly asked: boolean;
    }
  /** `checked` is the combination that passed the checks, `unchecked` the one that is to be checked. */
  | {
      readonly step: 'accepted';
      readonly snapshot: string;
      readonly checked: string | null;
      readonly unchecked: string | null;
      /** Landings that failed for a reason of their own. */
      readonly tries: number;
    }
  | { readonly step: 'landed'; readonly commit: string }
  | ({ readonly step: 'rejected' } & Trouble)
  | ({ readonly step: 'consulting'; readonly call: number; readonly strength: Strength } & Trouble & Waiting)
  | ({ readonly step: 'advised'; readonly strength: Strength; readonly advice: Advice } & Trouble)
  | ({ readonly step: 'fixing'; readonly command: string } & Trouble)
  /** `asked` counts the answers that could not be used, `problems` is what was wrong with the last one. */
  | ({
      readonly step: 'replanning';
      readonly purpose: Purpose;
      readonly asked: number;
      readonly problems: readonly string[];
    } & Trouble &
      Waiting)
  /** `rule` is why there will be another attempt. */
  | ({ readonly step: 'revised'; readonly rule: Rule } & Trouble)
  /** Waits for a person, who may accept the proposal where there is one. */
  | ({
      readonly step: 'asking';
      readonly need: string;
      readonly proposal: Proposal | null;
      readonly told: boolean;
    } & Trouble);

/** A session that could not be held, through no fault of the work. */
export interface Waiting {
  /** Sessions that failed so. */
  readonly failures: number;
  /** The last of them, until it is decided when to try again. */
  readonly trouble: Failure | null;
  readonly notBefore: number | null;
}

/** What an attempt that failed leaves, and what was already tried about it. */
export interface Trouble {
  readonly snapshot: string | null;
  readonly failure: Failure;
  readonly tried: readonly Rung[];
  /** What was decided when nothing cheaper was left. */
  readonly stuck: StuckDecision | null;
}
export type Rung = 'doctor' | 'replan' | 'reduce' | 'fix';

/** A smaller scope. */
export interface Proposal {
  readonly plan: Phase;
  readonly reason: string;
  readonly dropped: readonly Dropped[];
}
