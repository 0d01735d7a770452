import type { Report } from '../../../src/view/report/model.ts';

/** Words that the program itself chose; everything else in a report comes from plans, agents, people or repositories. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  'answer',
  'category',
  'decision',
  'estimateUnit',
  'event',
  'gate',
  'kind',
  'measure',
  'on',
  'result',
  'role',
  'rule',
  'severity',
  'spends',
  'status',
  'tier',
  'tone',
  'type',
  'verdict',
  'why',
]);
const OWN_OUTCOMES: ReadonlySet<string> = new Set(['landed', 'failed', 'dropped', 'under way']);

/** The report with the text at both ends of everything that was foreign. Empty texts stay so. */
export function planted(report: Report, text: string): { readonly report: Report; readonly places: number } {
  let places = 0;
  const plant = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      if (value === '' || OWN_KEYS.has(key) || (key === 'outcome' && OWN_OUTCOMES.has(value))) return value;
      places += 1;
      return `${text}${value}${text}`;
    }
    if (Array.isArray(value)) return value.map(member => plant(member, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plant(member, name)]));
  };
  return { report: plant(report, '') as Report, places };
}
