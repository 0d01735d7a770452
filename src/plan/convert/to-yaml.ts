import { Document, visit } from 'yaml';

/** Data as YAML in block style: texts of several lines as they are, others quoted only where they must be. */
export function toYaml(data: unknown): string {
  // Words such as `yes` are quoted for the sake of readers that follow YAML 1.1.
  const document = new Document(data, { compat: 'yaml-1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value !== 'string' || !node.value.includes('\n')) return;
      node.type = survivesAsBlock(node.value) ? 'BLOCK_LITERAL' : 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY });
}

/** Blocks tell indentation from text by their first line, and lines of white space may get lost. */
const survivesAsBlock = (text: string): boolean => /^\S/.test(text) && !/^[ \t]+$/m.test(text);
