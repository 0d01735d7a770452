import type { Slot } from './slot.ts';

/** Whether a path is that of the record, or below it. */
export const isAside = (record: string | null, path: string): boolean =>
  record !== null && (path === record || path.startsWith(`${record}/`));

/** For commands that look at the whole workspace: all of it but the record. */
export const allButRecord = ({ record }: Slot): readonly string[] => [
  '.',
  ...(record === null ? [] : allBut(record)),
];

/**
 * Leaves a path out, with all below it. A pattern, for a literal path is more than that to `git add`: it fails where
 * the path is ignored, and where a link or a submodule is on the way. In a pattern it compares nothing from the first
 * special character on, so the first character is made one.
 */
export const allBut = (path: string): readonly string[] => {
  const pattern = `\\${path.slice(0, 1)}${path.slice(1).replaceAll(/[*?[\\]/g, '\\$&')}`;
  return [`:(exclude,glob)${pattern}`, `:(exclude,glob)${pattern}/**`];
};
