import type { Phase } from '../../plan/model.ts';

/** No intent is longer, in characters: it stands in the journal, and in full in a prompt. */
export const MAX_INTENT_CHARACTERS = 60_000;
const MAX_TITLE_CHARACTERS = 1_000;
const MAX_DESCRIPTION_CHARACTERS = 20_000;
/** Of the deliverables together, and of the criteria. */
const MAX_LIST_CHARACTERS = 18_000;
const MAX_ITEM_CHARACTERS = 4_000;

/** What a phase is to achieve, however it goes about it: what must stay when it is described anew. */
export function intentOf({ id, title, description, deliverables, criteria }: Phase): string {
  const parts = [
    `Phase ${id}: ${cut(title, MAX_TITLE_CHARACTERS)}`,
    cut(description, MAX_DESCRIPTION_CHARACTERS),
    list('Must exist afterwards:', deliverables),
    list('Done when:', criteria),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Whole items as long as there is room, and how many there are beyond. */
function list(heading: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const lines: string[] = [];
  let room = MAX_LIST_CHARACTERS;
  for (const item of items) {
    const line = `- ${cut(item, MAX_ITEM_CHARACTERS)}`;
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const more = items.length - lines.length;
  return [heading, ...lines, ...(more > 0 ? [`- and ${more} more, as the plan says`] : [])].join('\n');
}

const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()}…`;
