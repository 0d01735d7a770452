import type { Plan } from '../model.ts';
import type { ConvertFormat } from './formats.ts';
import { planData } from './plan-data.ts';
import { toMarkdown } from './to-markdown.ts';
import { toYaml } from './to-yaml.ts';

/** The plan in its canonical form. Reading that gives an equal plan. */
export function convert(plan: Plan, to: ConvertFormat): string {
  switch (to) {
    case 'json':
      return `${JSON.stringify(planData(plan), null, 2)}\n`;
    case 'yaml':
      return toYaml(planData(plan));
    case 'markdown':
      return toMarkdown(plan);
  }
}
