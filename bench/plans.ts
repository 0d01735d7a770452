import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { analyse } from '../src/plan/analysis.ts';
import { parseBlocks } from '../src/plan/markdown/blocks.ts';
import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan } from '../src/plan/model.ts';
import { parse } from '../src/plan/parse.ts';
import { validate } from '../src/plan/validate.ts';
import { type Figure, medians } from './measure.ts';

/** A task list as people write them: files, steps as boxes, a sentence and a little code. */
const taskList = (tasks: number): string =>
  `# Plan\n\n**Goal:** Much.\n\n${Array.from({ length: tasks }, (_, i) => task(i + 1)).join('\n')}`;

const task = (n: number): string => `### Task ${n}: Build part ${n}

**Files:**
- Create: \`src/part-${n}.ts\`
- Test: \`test/part-${n}.test.ts\`

Part ${n} takes what part ${n - 1} gives.

- [ ] Write the failing test
- [ ] Make it pass
`;

/** Phases in layers of ten, each depending on all of the layer before. */
function layered(count: number): Plan {
  const phases: Phase[] = Array.from({ length: count }, (_, i) => ({
    ...EMPTY_PHASE,
    id: String(i),
    title: `Phase ${i}`,
    dependsOn:
      i < 10 ? [] : Array.from({ length: 10 }, (_unused, j) => String((Math.floor(i / 10) - 1) * 10 + j)),
    files: [`src/${i}.ts`],
    estimate: 1 + (i % 5),
  }));
  return { ...EMPTY_PLAN, phases };
}

const wholeDocument = (text: string): unknown =>
  fromMarkdown(text, {
    extensions: [gfmTable(), gfmTaskListItem()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown()],
  });

export async function planFigures(): Promise<Figure[]> {
  const [small, ten, twenty] = [taskList(1000), taskList(10_000), taskList(20_000)];
  const plan = layered(10_000);
  await medians(3, () => parse(small));
  const [parseTen = 0, blocksTen = 0, parseTwenty = 0, graph = 0] = await medians(
    5,
    () => parse(ten),
    () => parseBlocks(ten),
    () => parse(twenty),
    () => analyse(validate(plan, 'warn', new Map()).plan),
  );
  const [parseSmall = 0, wholeSmall = 0] = await medians(
    5,
    () => parse(small),
    () => wholeDocument(small),
  );
  return [
    {
      name: 'parse 10,000 tasks ÷ our markdown AST of the same text',
      ratio: parseTen / blocksTen,
      limit: 1.5,
      detail: `${ms(parseTen)} ÷ ${ms(blocksTen)}`,
    },
    {
      name: 'parse 1,000 tasks ÷ mdast-util-from-markdown on the whole text',
      ratio: parseSmall / wholeSmall,
      limit: 1.5,
      detail: `${ms(parseSmall)} ÷ ${ms(wholeSmall)}`,
    },
    {
      name: 'parse 20,000 tasks ÷ 10,000 tasks',
      ratio: parseTwenty / parseTen,
      limit: 2.3,
      detail: `${ms(parseTwenty)} ÷ ${ms(parseTen)}`,
    },
    {
      name: 'graph work on 10,000 layered phases ÷ parse of 10,000 tasks',
      ratio: graph / parseTen,
      limit: 0.1,
      detail: `${ms(graph)} ÷ ${ms(parseTen)}`,
    },
  ];
}

const ms = (time: number): string => `${time.toFixed(0)} ms`;
