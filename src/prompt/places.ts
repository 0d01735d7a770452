import { phaseFolder, REPORT_FILE, REVISION_FILE } from '../run/record-names.ts';

/** Where agents find the files of a run's record, from the top of the workspace. */

export const planFile = (record: string): string => `${record}/plan.md`;

export const feedbackFile = (record: string, phase: string): string =>
  `${record}/${phaseFolder(phase)}/review-feedback.md`;

export const reportFile = (record: string, phase: string): string =>
  `${record}/${phaseFolder(phase)}/${REPORT_FILE}`;

export const revisionFile = (record: string, phase: string): string =>
  `${record}/${phaseFolder(phase)}/${REVISION_FILE}`;
