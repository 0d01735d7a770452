export const CONVERT_FORMATS = ['json', 'yaml', 'markdown'] as const;
/** The canonical forms of a plan. */
export type ConvertFormat = (typeof CONVERT_FORMATS)[number];
