import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/model.ts';
import type { RunState } from '../../../src/run/state.ts';
import { recordFiles } from '../../../src/view/record/record.ts';
import { planOf, subtasks } from '../../run/plans.ts';
import { times } from '../../times.ts';
import { foreign, runState } from './arbitrary.ts';
import { change, changed, comment, completed, past, stateOf } from './samples.ts';

/** A run in which strangers say `text` wherever they have a say. */
function saying(text: string): RunState {
  const title = text.replace(/\s+/g, ' ').trim() || 'x';
  const [first] = subtasks('1.1');
  const plan: Plan = planOf('1; 2', { '1': { title, subtasks: [{ ...first!, title }] } });
  const remark = comment(text, { file: text, line: 3 });
  const review = { approved: false, summary: text, comments: [remark] };
  const lane = { lane: 0, subtasks: [text], snapshot: 's', changed: 2, files: [text] };
  const evaluation = [{ comment: 1, decision: 'IMPLEMENT' as const, reason: text || 'x' }];
  return stateOf(plan, {
    phases: {
      '1': completed('c1', {
        reports: [
          {
            lane: 0,
            session: 1,
            subtasks: [text],
            report: {
              status: 'partial',
              summary: text,
              error: text,
              subtasksCompleted: [text],
              subtasksFailed: [text],
              filesChanged: [text],
            },
          },
        ],
        change: {
          ...changed(change(text || 'x', { from: text })),
          findings: [{ gate: 'scope', severity: 'warn', message: text, files: [text] }],
        },
        checks: [
          {
            command: text,
            passed: true,
            verdict: 'known',
            note: text || 'x',
            outcome: text,
            tail: text,
            outputFile: text,
          },
        ],
        review,
        evaluation,
        deferred: [{ attempt: 1, comment: remark, reason: text || 'x' }],
        attempts: [
          past(1, { failure: { category: 'review', message: text }, review, evaluation, lanes: [lane] }),
          past(2, { snapshot: null, lanes: [lane] }),
        ],
      }),
      '2': { standing: { status: 'skipped', reason: text } },
    },
  });
}

const documentsOf = (state: RunState): [string, string][] =>
  [...recordFiles(state)].filter(([path]) => path.startsWith('phase-'));

/** The structure of a document down to where strangers speak. */
const skeleton = (node: Nodes): unknown =>
  node.type === 'root' || node.type === 'list' || node.type === 'listItem'
    ? [node.type, ...node.children.map(skeleton)]
    : node.type === 'code'
      ? [node.type, node.lang]
      : node.type === 'heading'
        ? [node.type, node.depth]
        : [node.type];

function typesIn(node: Nodes): string[] {
  return [node.type, ...('children' in node ? node.children.flatMap(typesIn) : [])];
}

/** All that acts on a terminal or turns text around. */
const ACTING = /[\0-\x08\x0B-\x1F\x7F-\x9F\u2028-\u202E\u2066-\u2069\p{Cs}]/u;

describe('what strangers say', () => {
  it('never leaves its place in a document, and loads, hides and defines nothing', () => {
    const expected = documentsOf(saying('word')).map(([path, text]) => [path, skeleton(fromMarkdown(text))]);
    expect(JSON.stringify(expected)).toContain('blockquote');
    fc.assert(
      fc.property(foreign, text => {
        const trees = documentsOf(saying(text)).map(
          ([path, document]) => [path, fromMarkdown(document)] as const,
        );
        expect(trees.map(([path, tree]) => [path, skeleton(tree)])).toEqual(expected);
        for (const type of ['html', 'image', 'imageReference', 'definition', 'linkReference']) {
          expect(trees.flatMap(([, tree]) => typesIn(tree))).not.toContain(type);
        }
      }),
      { numRuns: times(50) },
    );
  });

  it('does nothing to a terminal', () => {
    fc.assert(
      fc.property(runState, state => {
        for (const [path, text] of recordFiles(state)) {
          if (path !== 'plan.md' && path !== 'progress.md') expect(text).not.toMatch(ACTING);
        }
      }),
    );
  });
});
