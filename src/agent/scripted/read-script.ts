import { ID_PATTERN } from '../../plan/assemble/ids.ts';
import type { DataNode } from '../../plan/data/node.ts';
import type { Diagnostic } from '../../plan/diagnostic.ts';
import { ROLES, type Role } from '../../run/role.ts';
import { SUBTASK_SIGN } from './choose.ts';
import { readSteps } from './read-step.ts';
import { asMap, object, type Place, type Reading, shown, suggestion } from './reading.ts';
import type { Attempt, Script } from './step.ts';

/** Makes a script of data. It is good for nothing where there are diagnostics. */
export function readScript(root: DataNode): {
  readonly script: Script;
  readonly diagnostics: readonly Diagnostic[];
} {
  const reading: Reading = { diagnostics: [], steps: 0 };
  const script: { [role in Role]?: Record<string, Attempt[]> } = {};
  const map = asMap({ node: root, name: 'a script' }, 'Write {"developer": {"*": [[ … ]]}}.', reading);
  for (const [word, { line, node }] of map?.entries ?? []) {
    const role = ROLES.find(known => known === word);
    if (role) script[role] = readRole(role, node, reading);
    else object(`there is no role "${shown(word)}"`, line, suggestion(word, ROLES, 'The roles are'), reading);
  }
  return { script, diagnostics: reading.diagnostics };
}

function readRole(role: Role, node: DataNode, reading: Reading): Record<string, Attempt[]> {
  const hint = `Write {"${role}": {"*": [[ … ]]}}: phases, each with a list of attempts.`;
  const map = asMap({ node, name: role }, hint, reading);
  const phases: [string, Attempt[]][] = [];
  for (const [key, entry] of map?.entries ?? []) {
    if (isKey(key)) {
      const name = key === '*' ? `${role}, any phase` : `${role}, phase ${key}`;
      phases.push([key, readAttempts(role, { node: entry.node, name }, reading)]);
    } else
      object(
        `${role}: "${shown(key)}" cannot be a phase`,
        entry.line,
        `Use the id of a phase, the ids of phase and subtask as in "2a${SUBTASK_SIGN}2a.1", or "*".`,
        reading,
      );
  }
  return Object.fromEntries(phases);
}

function isKey(key: string): boolean {
  const names = key.split(SUBTASK_SIGN);
  return key === '*' || (names.length <= 2 && names.every(name => ID_PATTERN.test(name)));
}

const NESTING = 'A phase has a list of attempts, and an attempt is a list of steps: [[ {…}, {…} ], [ {…} ]].';

function readAttempts(role: Role, { node, name }: Place, reading: Reading): Attempt[] {
  if (node.kind !== 'list' || node.items.length === 0) {
    object(`${name}: must be a list of attempts`, node.line, NESTING, reading);
    return [];
  }
  return node.items.map((attempt, index) => {
    const at = `${name}, attempt ${index + 1}`;
    if (attempt.kind === 'list') return readSteps(role, { node: attempt, name: at }, reading);
    object(`${at}: must be a list of steps`, attempt.line, NESTING, reading);
    return [];
  });
}
