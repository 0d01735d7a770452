import type { Phase } from '../plan/model.ts';
import { quoted } from './foreign.ts';

const MAX_CHARACTERS = 40_000;

/** What the plan says of a phase, as data. `short` leaves out the descriptions. */
export function phaseText(phase: Phase, extent: 'short' | 'whole', planFile: string): string {
  const isWhole = extent === 'whole';
  const text = [
    `Phase ${phase.id}: ${phase.title}`,
    isWhole ? phase.description : '',
    list(
      'Subtasks:',
      phase.subtasks.map(
        ({ id, type, title, description, files }) =>
          `${id} [${type}] ${title}${isWhole ? below(description) + below(files.length > 0 && `Files: ${files.join(', ')}`) : ''}`,
      ),
    ),
    list('Done when:', phase.criteria),
    list('Must exist afterwards:', phase.deliverables),
    list('Files that it names:', phase.files),
  ];
  return quoted(text.filter(Boolean).join('\n\n'), {
    limit: MAX_CHARACTERS,
    whole: planFile,
    language: 'markdown',
  });
}

const list = (title: string, items: readonly string[]): string =>
  items.length > 0 ? `${title}\n${items.map(item => `- ${item}`).join('\n')}` : '';

const below = (text: string | false): string => (text ? `\n${text}` : '');
