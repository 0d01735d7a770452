import { printableJson } from '../../base/printable.ts';
import type { Report } from './model.ts';

/** The report for programs: the data itself, with times in ISO 8601. */
export const reportJson = (report: Report): string => `${printableJson(dated(report), 2)}\n`;

function dated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dated);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isTime(key) && typeof member === 'number' ? new Date(member).toISOString() : dated(member),
    ]),
  );
}

const isTime = (key: string): boolean => key === 'at' || key.endsWith('At');
