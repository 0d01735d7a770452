import { type Section, sections } from '../markdown/outline.ts';
import { plainText } from '../markdown/text.ts';
import type { Statement } from './content.ts';

const ORDER_HEADING =
  /^(?:(?:execution|implementation|suggested|recommended|task|phase|build)[ -]+)*(?:order|sequence)(?: of (?:execution|implementation|work|tasks))?$/i;

/** The items of a numbered "Execution Order" list, each of which names one unit or several that go together. */
export function executionOrder(root: Section): Statement[] {
  for (const section of sections(root)) {
    if (!ORDER_HEADING.test(section.title.replace(/[:：]$/, ''))) continue;
    const list = section.blocks.find(block => block.type === 'list' && block.ordered);
    if (list?.type !== 'list') continue;
    return list.children.map(item => ({
      text: item.children[0] ? plainText(item.children[0]).split('\n')[0]! : '',
      line: item.position!.start.line,
    }));
  }
  return [];
}
