import { nearest } from '../../base/nearest.ts';
import type { DataNode, MapNode } from '../../plan/data/node.ts';
import type { Diagnostic } from '../../plan/diagnostic.ts';

/** How far the reading of a script has come. */
export interface Reading {
  readonly diagnostics: Diagnostic[];
  steps: number;
}

/** Something in the script, and how people name where it stands. */
export interface Place<N extends DataNode = DataNode> {
  readonly node: N;
  readonly name: string;
}

export const MAX_DIAGNOSTICS = 20;
export const SEE_DOCS = 'See docs/scripted-agent.md.';

export function object(message: string, line: number, hint: string, { diagnostics }: Reading): void {
  if (diagnostics.length >= MAX_DIAGNOSTICS) return;
  diagnostics.push({ severity: 'error', code: 'invalid-shape', message, line, endLine: line, hint });
}

/** Null, with an objection, where it is no object. */
export function asMap({ node, name }: Place, hint: string, reading: Reading): MapNode | null {
  if (node.kind === 'map') return node;
  object(`${name}: must be an object`, node.line, hint, reading);
  return null;
}

export function suggestion(word: string, known: readonly string[], all: string): string {
  const meant = nearest(word, known);
  return meant === null ? `${all} ${known.join(', ')}.` : `Did you mean "${meant}"?`;
}

const SHOWN_CHARACTERS = 60;
/** Of a stranger's word, as much as a message has room for. */
export const shown = (word: string): string => word.slice(0, SHOWN_CHARACTERS);
