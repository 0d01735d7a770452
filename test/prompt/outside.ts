import { fromMarkdown } from 'mdast-util-from-markdown';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** What any reader of markdown takes for code in fences, and what for words of the prompt. */
export function readAsMarkdown(text: string): { fences: string[]; words: string } {
  const [fences, words]: [string[], string[]] = [[], []];
  const walk = (node: Node): void => {
    if (node.type === 'code') fences.push(node.value ?? '');
    else if (node.value !== undefined) words.push(node.value);
    for (const child of node.children ?? []) walk(child);
  };
  walk(fromMarkdown(text));
  return { fences, words: words.join('\n') };
}
