/** What a label such as `**Depends on:**` or a heading such as `#### Acceptance Criteria` announces. */
export type Topic =
  | 'dependsOn'
  | 'blocks'
  | 'parallelWith'
  | 'estimate'
  | 'status'
  | 'type'
  | 'files'
  | 'creates'
  | 'deliverables'
  | 'criteria'
  | 'goal'
  | 'optional'
  | 'gate'
  | 'allowEmpty'
  | 'tasks';

const LABELS: Record<Topic, string> = {
  dependsOn:
    'depends on|depends|dependencies|dependency|depend on|depends_on|dependson|requires|blocked by|blocked_by|after|prerequisites|prerequisite|deps|needs',
  blocks: 'blocks|unblocks|blocking|enables',
  parallelWith:
    'parallel with|can run with|can run in parallel with|parallelizable with|parallel|runs with|concurrent with|parallel_with|can parallel',
  estimate:
    'estimate|est|estimated effort|estimated time|effort|points|story points|size|duration|time estimate',
  status: 'status|state',
  type: 'type|kind',
  files:
    'file|files|modify|modifies|modified|edit|edits|update|updates|change|changes|delete|deletes|remove|files touched|files_touched|files to modify|files to change|files modified|files_modified|file scope|target files|affected files|paths|rename|move|location|files to create/modify|files changed',
  creates:
    'create|creates|created|add|new|new file|new files|test|tests|test file|test files|files to create|files created',
  deliverables: 'deliverable|deliverables|output|outputs|artifacts',
  criteria:
    'acceptance|acceptance criteria|criteria|definition of done|dod|done when|success criteria|exit criteria|verification|verify|checkpoint|completion criteria|quality gate|quality gates|expected outcome|success checklist|validation|done',
  goal: 'goal|objective|purpose|mission',
  optional: 'optional',
  allowEmpty: 'allow empty|allow_empty|allowempty',
  gate: 'gate|approval|requires approval',
  tasks: 'tasks|subtasks|steps|task|plans|work items|todo',
};

const TOPICS = new Map<string, Topic>(
  Object.entries(LABELS).flatMap(([topic, words]) =>
    words.split('|').map(word => [word, topic as Topic] as const),
  ),
);

const LINE = /^[-*•\s]*([A-Za-z][A-Za-z_/ -]{0,40}?)\s*(?:\([^()]{0,60}\))?\s*[:：]\s*(.*)$/su;

/** Reads `Label: value`; null where the words before the colon announce nothing that a plan knows. */
export function parseLabel(text: string): { topic: Topic; value: string; label: string } | null {
  const match = LINE.exec(text.length > 2000 ? text.slice(0, 2000) : text);
  if (!match) return null;
  const label = match[1]!.toLowerCase().trim();
  const topic = TOPICS.get(label);
  return topic ? { topic, value: match[2]!.trim(), label } : null;
}

const NO_FILES =
  /^[-*•\s]*(?:(?:affected |target )?files?|files[ _](?:touched|changed|modified|to change|to create\/modify))\s*[:：]\s*(.*)$/is;

/** Whether a line says of all the files that it touches that there are none. One that only modifies none may create some. */
export const saysNoFiles = (text: string): boolean =>
  isNothing(NO_FILES.exec(text.slice(0, 2000))?.[1] ?? '');

/** `none`, perhaps with a remark. A dash may stand for what is not known yet. */
export const isNothing = (value: string): boolean =>
  /^(?:none|nothing|no (?:files?|changes|file changes))\s*(?:\.\s*)?(?:[(–—].*)?$/is.test(value.trim());

const CRITERIA_HEADING =
  /^(?:acceptance|definition of done|dod\b|success (?:criteria|metrics|checklist)|completion criteria|done when|exit criteria|quality (?:gate|check)|verification|validation|checkpoint|must.haves?|expected (?:outcome|results?)|test (?:requirements|criteria)|how to verify|checks?\b|ready when|sign.?off)/i;

/** What a heading or a bold line without a colon announces. */
export function headingTopic(title: string): Topic | null {
  const text = title
    .replace(/[:：]\s*$/, '')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
  if (CRITERIA_HEADING.test(text)) return 'criteria';
  const bare = text
    .replace(/\s*[([–—-].*$/su, '')
    .toLowerCase()
    .trim();
  return TOPICS.get(bare) ?? null;
}

/** Boxes that tick off a state of affairs, not a piece of work. */
export const isCheckpoint = (text: string): boolean =>
  /^\W{0,4}(?:(?:checkpoint|dod|definition of done|quality gate|verify that all)\b|(?:gate|acceptance(?: criteria)?)\s*[:–—])/i.test(
    text,
  );
