/** A file as the agent left it. */
export interface Noted {
  readonly path: string;
  /** Ids of the blobs that it may be kept as: as it is, or as the user's own filter makes it. */
  readonly blobs: readonly string[];
}
