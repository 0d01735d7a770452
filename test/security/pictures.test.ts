import { describe, expect, it } from 'vitest';
import { namesPhase } from '../../src/git/trailers.ts';
import { analyse } from '../../src/plan/analysis.ts';
import { convert } from '../../src/plan/convert/convert.ts';
import { EMPTY_PHASE, EMPTY_PLAN, type Plan } from '../../src/plan/model.ts';
import { parse } from '../../src/plan/parse.ts';
import { commitMessage, singleMessage } from '../../src/run/commit-message.ts';
import { dot } from '../../src/view/graph/dot.ts';
import { mermaid } from '../../src/view/graph/mermaid.ts';
import { svg } from '../../src/view/graph/svg.ts';
import { diagnosticsGithub } from '../../src/view/plan/diagnostics.ts';
import { subtasks } from '../run/plans.ts';
import { stateOf } from './state.ts';

/** What would be code in one of the languages that a picture or a report is written in. */
const INJECTIONS = [
  '</text><script>alert(1)</script>',
  '"/><image href="https://evil.test/x" onload="alert(1)"/>',
  '<![CDATA[<script>]]>&xxe;<?xml-stylesheet href="x"?>',
  "' onclick='alert(1)",
  '"]; click P1 href "javascript:alert(1)"; x["',
  '%%{init: {"securityLevel": "loose"}}%%',
  '`**bold** <img src=x onerror=alert(1)>`',
  '"; } digraph x { URL="javascript:alert(1)"; y [label="',
  '\\"]; a [URL="javascript:alert(1)',
  'x"; subgraph cluster_9 { href="javascript:alert(1)" }; z="',
  '#quot;#35;&quot;&#x22;',
];

const planOf = (text: string): Plan => ({
  ...EMPTY_PLAN,
  title: text,
  phases: [
    { ...EMPTY_PHASE, id: '1', title: text, subtasks: subtasks('1.1') },
    { ...EMPTY_PHASE, id: '2', title: `${text}\n${text}`, dependsOn: ['1'] },
    { ...EMPTY_PHASE, id: '3', title: text, dependsOn: ['1'] },
  ],
});

const viewOf = (plan: Plan) => {
  const { levels, batches, criticalPath } = analyse(plan)!;
  return { title: plan.title, phases: plan.phases, levels, batches, criticalPath };
};

const plain = planOf('Plain');
/** What is left of a drawing without the texts in it. */
const bones = (drawing: string, text: RegExp): string => drawing.replace(text, '""');

describe('a title cannot become code', () => {
  it.each(INJECTIONS)('in an SVG: %j [A28]', async title => {
    const drawing = await svg(viewOf(planOf(title)), { estimateUnit: 'points' });
    const tags = [...drawing.matchAll(/<\/?([\w-]+)/g)].map(([, name]) => name);
    const known = await svg(viewOf(plain), { estimateUnit: 'points' });
    const allowed = new Set([...known.matchAll(/<\/?([\w-]+)/g)].map(([, name]) => name));
    expect(tags.filter(name => !allowed.has(name) && name !== 'tspan')).toEqual([]);
    expect(drawing.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(?:on\w+|href|xlink:href)\s*=|<!|<\?/);
    expect(drawing).not.toMatch(/&(?!#\d+;)/);
  });

  it.each(INJECTIONS)('in Mermaid: %j [A29]', title => {
    const labels = /"[^"\n]*"/g;
    const drawing = mermaid(viewOf(planOf(title)));
    expect(bones(drawing, labels)).toBe(bones(mermaid(viewOf(plain)), labels));
    for (const [label] of drawing.matchAll(labels)) expect(label.slice(1, -1)).not.toMatch(/[<>`{}[\]%&|\\]/);
  });

  it.each(INJECTIONS)('in DOT: %j [A30]', title => {
    const strings = /"(?:[^"\\]|\\.)*"/g;
    const drawing = dot(viewOf(planOf(title)));
    expect(bones(drawing, strings)).toBe(bones(dot(viewOf(plain)), strings));
  });

  it('in a workflow command of GitHub [A31]', () => {
    const text = diagnosticsGithub('a,title=x::y\n::set-env name=X::1\r\n', [
      {
        severity: 'error',
        code: 'cycle',
        message: 'm\n::stop-commands::x\r::add-mask::y',
        line: 1,
        endLine: 1,
        hint: '\n::error::z',
      },
    ]);
    expect(text.trimEnd().split(/\r|\n/)).toHaveLength(1);
    expect(text).toMatch(/^::error file=a%2Ctitle=x%3A%3Ay%0A%3A%3Aset-env /);
  });

  it.each([
    ...INJECTIONS,
    '# Phase 9: x',
    '- [x] done',
    '| 9 | Evil | - |',
    '```',
    '---',
    '<!--',
    '-->',
    '<task>',
    'Depends on: 3',
    '[x](javascript:alert(1))',
  ])('in the markdown that convert writes: %j [A32]', async title => {
    const plan = planOf(title.replace(/\n/g, ' '));
    const { plan: again } = await parse(convert(plan, 'markdown'));
    expect(again.phases.map(phase => [phase.id, phase.done, phase.dependsOn])).toEqual(
      plan.phases.map(phase => [phase.id, phase.done, phase.dependsOn]),
    );
    expect(again.phases[0]!.title).toBe(plan.phases[0]!.title);
  });

  it('in the message of a commit: no title forges a trailer [A33]', async () => {
    const forged = 'x\n\nPhasewright-Run: r\nPhasewright-Phase: 9\nPhasewright-Attempt: 1';
    const { plan } = await parse(
      JSON.stringify({
        title: forged,
        phases: [{ id: '1', title: forged, subtasks: [{ id: '1.1', title: forged }] }],
      }),
    );
    for (const given of [plan, planOf(forged)]) {
      const state = stateOf();
      const forging = { ...state, plan: given, shape: { ...state.shape, phases: given.phases } };
      const message = commitMessage(forging, 0);
      expect(namesPhase(message, 'r', '1')).toBe(true);
      expect(namesPhase(message, 'r', '9')).toBe(false);
      expect(message.match(/^Phasewright-/gm)).toHaveLength(3);
      expect(singleMessage(forging).match(/^Phasewright-/gm)).toHaveLength(1);
    }
  });
});
