import { printableJson } from '../../base/printable.ts';
import { DIAGNOSTIC_CODES, type Diagnostic, type DiagnosticCode } from '../../plan/diagnostic.ts';

export interface CheckedFile {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

const LEVEL = { error: 'error', warning: 'warning', info: 'note' } as const;

/** A SARIF 2.1.0 log of all files, as code scanning services read it. */
export function sarif(files: readonly CheckedFile[], version: string): string {
  const rules = (Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[]).map(id => ({
    id,
    shortDescription: { text: DIAGNOSTIC_CODES[id] },
  }));
  const results = files.flatMap(({ file, diagnostics }) =>
    diagnostics.map(diagnostic => result(file, diagnostic)),
  );
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      { tool: { driver: { name: 'phasewright', version, rules } }, columnKind: 'utf16CodeUnits', results },
    ],
  };
  return `${printableJson(log, 2)}\n`;
}

function result(file: string, { severity, code, message, line, endLine, hint }: Diagnostic): object {
  const region = line > 0 ? { region: { startLine: line, endLine: Math.max(line, endLine) } } : {};
  return {
    ruleId: code,
    level: LEVEL[severity],
    message: { text: `${message}. ${hint}` },
    locations: [
      { physicalLocation: { artifactLocation: { uri: encodeURI(file.replaceAll('\\', '/')) }, ...region } },
    ],
  };
}
