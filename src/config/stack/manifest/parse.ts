import { parse as toml } from 'smol-toml';
import { parse as yaml } from 'yaml';
import { withoutComments } from './comments.ts';

/** The YAML parser takes quadratic time on text made for it; real manifests are a few KB. */
const MAX_YAML_CHARS = 32_768;

/** Each parser takes a manifest's text and gives null for what is missing or malformed. */
export function parseJson(text: string | null): unknown {
  return attempt(text, JSON.parse);
}

export function parseJsonc(text: string | null): unknown {
  return attempt(text, source =>
    JSON.parse(withoutTrailingCommas(withoutComments(source, '//', '/*', '*/'))),
  );
}

export function parseToml(text: string | null): unknown {
  return attempt(text, source => toml(source));
}

export function parseYaml(text: string | null): unknown {
  if (text !== null && text.length > MAX_YAML_CHARS) return null;
  return attempt(text, source => yaml(source, { logLevel: 'error', uniqueKeys: false }));
}

/** Also drops such a comma inside a string, which no key or package name has. */
function withoutTrailingCommas(json: string): string {
  return json.replace(/,(?=\s*[}\]])/g, '');
}

function attempt(text: string | null, parse: (source: string) => unknown): unknown {
  if (text === null) return null;
  try {
    return parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
