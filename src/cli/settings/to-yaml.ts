import { Document, isScalar, type Scalar, visit } from 'yaml';

/** What acts on a terminal, or is lost on the way to it, line feeds aside. */
const UNPRINTABLE = /[\0-\x09\x0B-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/;
const EACH_UNPRINTABLE = /[\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** A value as YAML that reads back to the same value and says nothing to a terminal. */
export function toYaml(value: unknown): string {
  const document = new Document(value, { version: '1.2', schema: 'core', aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      if (isForeign(node)) node.type = 'QUOTE_DOUBLE';
    },
  });
  // Only texts in double quotes have such characters, and there an escape is the same.
  return document
    .toString({ lineWidth: 0, doubleQuotedAsJSON: true })
    .replace(EACH_UNPRINTABLE, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const isForeign = (node: Scalar): boolean =>
  isScalar(node) &&
  typeof node.value === 'string' &&
  (UNPRINTABLE.test(node.value) || !node.value.isWellFormed());
