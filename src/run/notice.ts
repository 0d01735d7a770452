import type { NoticeKind } from './policies.ts';

/** Something that people are told of while they are away. */
export interface Notice {
  /** Counts them from 1. */
  readonly number: number;
  readonly kind: NoticeKind;
  /** Null where it concerns the run as a whole. */
  readonly phase: string | null;
  readonly text: string;
  readonly at: number;
}
