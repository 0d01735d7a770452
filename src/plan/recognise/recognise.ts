import type { Format } from '../model.ts';
import { byFence } from './by-fence.ts';
import { byHeadings } from './by-headings.ts';
import { byBoldLines, byNamedBoxes, byNamedItems, byNumberedList, byPlainBoxes } from './by-lists.ts';
import { byNumberedHeadings } from './by-numbered-headings.ts';
import { byTables } from './by-tables.ts';
import { byXml } from './by-xml.ts';
import type { Document, Recognised } from './draft.ts';

/** Shapes of markdown plans, from the one that says most clearly what a unit of work is to the one that says least. */
const SHAPES: readonly ((document: Document) => Recognised | null)[] = [
  byXml,
  byHeadings,
  byTables,
  byNamedBoxes,
  byBoldLines,
  byNumberedHeadings,
  byFence,
  byNamedItems,
  byPlainBoxes,
  byNumberedList,
];

/** Finds the units of work in a markdown document; null where it has none. */
export function recognise(document: Document, from: Format | undefined): Recognised | null {
  for (const shape of SHAPES) {
    const recognised = shape(document);
    if (recognised && recognised.units.length > 0 && (from === undefined || recognised.format === from))
      return recognised;
  }
  return null;
}
