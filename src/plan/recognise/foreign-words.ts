/** The words for units of work in other languages, by their English name. */
const WORDS: Record<string, string> = {
  Phase: 'fase|fáze|фаза|阶段|階段|フェーズ|단계',
  Stage: 'etapa|étape|etape|этап|ステージ',
  Milestone: 'meilenstein|hito|marco|jalon|веха|里程碑|マイルストーン|마일스톤',
  Step: 'schritt|paso|passo|шаг|步骤|步驟|ステップ',
  Task: 'aufgabe|tarea|tarefa|tâche|tache|задача|任务|任務|タスク|작업',
  Week: 'woche|semana|semaine|неделя|周|週',
  Sprint: '冲刺|スプリント|спринт|스프린트',
};
const ENGLISH = new Map(
  Object.entries(WORDS).flatMap(([english, words]) => words.split('|').map(word => [word, english] as const)),
);
const PREFIX = new RegExp(`^(${[...ENGLISH.keys()].join('|')})(?=[\\s\\d一二三四五六七八九十#-])`, 'iu');
/** `第一阶段`, `第2步`, `1단계`: the number stands before the word. */
const ORDINAL =
  /^第?\s*(\d{1,3}|[一二三四五六七八九十]{1,3})\s*(阶段|階段|フェーズ|단계|步骤|步驟|步|ステップ|周|週|任务|任務)/u;
const DIGITS = '一二三四五六七八九';

/** Puts the English word in front of the number where another language names the unit: `Fase 2`, `第二阶段`. */
export function inEnglish(text: string): string {
  const ordinal = ORDINAL.exec(text);
  if (ordinal) {
    const word = ENGLISH.get(ordinal[2]!) ?? 'Step';
    return `${word} ${toNumber(ordinal[1]!)}${text.slice(ordinal[0].length)}`;
  }
  const prefix = PREFIX.exec(text);
  if (!prefix) return text;
  const rest = text.slice(prefix[0].length).replace(/^\s*[一二三四五六七八九十]{1,3}/u, toNumber);
  return `${ENGLISH.get(prefix[1]!.toLowerCase())} ${rest.trimStart()}`;
}

/** Numbers up to 99 in Chinese characters. */
function toNumber(raw: string): string {
  const text = raw.trim();
  if (/^\d/.test(text)) return text;
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text];
  const ten = text.includes('十') ? (DIGITS.indexOf(tens || '一') + 1) * 10 : 0;
  return String(ten + (ones ? DIGITS.indexOf(ones) + 1 : 0));
}
