import type { Slot } from './slot.ts';

/** Whether a path is that of the record, or below it. */
export const isAside = (record: string | null, path: string): boolean =>
  record !== null && (path === record || path.startsWith(`${record}/`));

/** For commands that look at the whole workspace: all of it but the record. */
export const allButRecord = ({ record }: Slot): readonly string[] =>
  record === null ? ['.'] : ['.', `:(exclude,literal)${record}`];
