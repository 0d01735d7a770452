/** A part of a text that is taken out of it, and what is told in its place. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}
