/** What a layout decides, in pixels from the top left of the drawing. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The top left of each card, by position of the phase. */
  readonly cards: readonly Point[];
  readonly routes: readonly Route[];
  /** Points where bundled edges meet. */
  readonly hubs: readonly (Point & { readonly critical: boolean })[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Route {
  readonly points: readonly Point[];
  readonly critical: boolean;
  /** False for a part of an edge that leads to a hub. */
  readonly arrow: boolean;
  readonly curved: boolean;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Direction = 'right' | 'down';
