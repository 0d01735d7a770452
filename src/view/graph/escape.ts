import { clean } from './text.ts';

/** Text for an XML 1.0 element or a quoted attribute. */
export function xml(text: string): string {
  return clean(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/**
 * Text for a quoted Mermaid label. Besides what ends a string this takes away what Mermaid looks for inside one:
 * entities, markdown, `%%{directives}%%`, the `\n` it would break a line at, and `style x:#` whose end it cuts off.
 */
export function mermaidLabel(text: string): string {
  return clean(text).replace(
    /["#&<>`\\|{}[\]%;]|:(?=\S)/g,
    character => `#${MERMAID_NAMES[character] ?? character.charCodeAt(0)};`,
  );
}

const MERMAID_NAMES: Readonly<Record<string, string>> = { '"': 'quot', '&': 'amp', '<': 'lt', '>': 'gt' };

/** A quoted Graphviz string, in whose labels backslashes and HTML entities would have a meaning. */
export function dotString(text: string): string {
  return `"${clean(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;')}"`;
}
