import { parseJson } from '../../plan/data/json.ts';
import type { DataNode, Syntax } from '../../plan/data/node.ts';
import { parseYaml } from '../../plan/data/yaml.ts';
import type { Diagnostic, DiagnosticCode } from '../../plan/diagnostic.ts';
import { readScript } from './read-script.ts';
import { MAX_DIAGNOSTICS, SEE_DOCS } from './reading.ts';
import type { Script } from './step.ts';

export type LoadedScript =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const TEXT_BYTES = 1024 * 1024;

/** Reads a script, as JSON or YAML by the name of its file, else by its first character. Never throws. */
export function loadScript(text: string, name: string): LoadedScript {
  if (Buffer.byteLength(text) > TEXT_BYTES)
    return refused('too-large', `the script is larger than ${TEXT_BYTES / 1024} KB`, 0);
  if (text.trim() === '') return refused('invalid-shape', 'the script is empty', 0);
  if (text.includes('\0')) return refused('unreadable', 'the script contains NUL bytes', 0);
  const { root, findings } = parse(text.replace(/^\uFEFF/, ''), name);
  if (findings.length > 0)
    return {
      ok: false,
      diagnostics: findings
        .slice(0, MAX_DIAGNOSTICS)
        .map(f => refusal(f.code, aboutScripts(f.message), f.line)),
    };
  return root ? checked(root) : refused('invalid-syntax', 'the script cannot be read', 0);
}

function parse(text: string, name: string): Syntax {
  if (/\.ya?ml$/i.test(name)) return parseYaml(text);
  return /\.json$/i.test(name) || /^\s*[{[]/.test(text) ? parseJson(text) : parseYaml(text);
}

/** The readers were made for plans and say so. */
const aboutScripts = (message: string): string =>
  message.replace('a plan is one', 'a script is one').replace(/^the plan has/, 'the script has');

function checked(root: DataNode): LoadedScript {
  const { script, diagnostics } = readScript(root);
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, script };
}

const refused = (...problem: Parameters<typeof refusal>): LoadedScript => ({
  ok: false,
  diagnostics: [refusal(...problem)],
});

const refusal = (code: DiagnosticCode, message: string, line: number): Diagnostic => ({
  severity: 'error',
  code,
  message,
  line,
  endLine: line,
  hint: SEE_DOCS,
});
