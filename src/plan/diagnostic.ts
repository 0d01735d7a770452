/** A finding about a plan, located in its text. Parsing never throws; it reports these. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  /** First line, from 1; 0 where the finding concerns the whole document. */
  readonly line: number;
  readonly endLine: number;
  /** What the author can do about it. */
  readonly hint: string;
}

/** A plan with an `error` does not run; `warning` deserves a look; `info` tells what was understood. */
export type Severity = 'error' | 'warning' | 'info';

/** Every code with the sentence that documents it (docs/diagnostics.md lists the same). */
export const DIAGNOSTIC_CODES = {
  unreadable: 'The document cannot be read as text.',
  'too-large': 'A size limit is exceeded.',
  'no-units': 'Nothing in the document can be recognised as a phase or task.',
  'invalid-syntax': 'JSON or YAML that does not parse.',
  'invalid-shape': 'JSON or YAML that parses but does not fit the schema.',
  'empty-title': 'A phase or subtask has no title.',
  'control-characters': 'Control characters were removed from the text.',
  'duplicate-id': 'Two phases or subtasks have the same id; the later one was renamed.',
  'invalid-id': 'An id is too long or has characters that cannot be used.',
  'unknown-dependency': 'A dependency names something that is not in the plan.',
  'ambiguous-dependency': 'A dependency names an id that several phases or subtasks have.',
  'external-dependency': 'A dependency statement names nothing in the plan and is taken as prose.',
  'self-dependency': 'A phase or subtask depends on itself.',
  cycle: 'Dependencies form a cycle.',
  'order-assumed': 'No dependencies are stated; document order is used.',
  'order-section': 'A stated execution order differs from document order and is used.',
  'file-overlap': 'Two unordered phases declare the same file; an ordering edge was added.',
  'outside-path': 'A path leads out of the repository and was left out.',
  'tdd-order': 'An implementation subtask has no test subtask before it.',
  'mirrored-units': 'Headings or boxes repeat phases that are defined elsewhere and were counted once.',
  'title-mismatch':
    'The overview table and the section of a phase call it by names that have nothing in common.',
  'unlisted-phase': 'A phase has a section but no row in the overview table.',
  'status-only': 'A status table names a phase that has no section and was not counted.',
  'broken-fence': 'A code fence contains fences and is closed early; its content was not counted.',
  'divider-heading': 'A phase heading without tasks of its own stands between tasks and is used as a label.',
  'numbered-list': 'A plain numbered list is taken as the list of tasks.',
  'plain-boxes': 'Plain check boxes are taken as the list of tasks.',
  'fenced-tasks': 'Tasks are read from a code fence, since the document has none outside of it.',
  'ignored-units':
    'Headings that are struck out, or that tell how to use a thing or what happened, are not counted.',
  'single-session': 'The whole document is one phase, as asked.',
} as const;
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(d => d.severity === 'error');
