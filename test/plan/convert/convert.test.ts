import { describe, expect, it } from 'vitest';
import { convert } from '../../../src/plan/convert/convert.ts';
import { CONVERT_FORMATS } from '../../../src/plan/convert/formats.ts';
import { parse } from '../../../src/plan/parse.ts';

const TASK_LIST = `# Sign in

**Goal:** Users can sign in.

### Task 1: Models ✅

**Files:**
- Create: \`src/models.ts\`

- [x] Step 1: Write the test

### Task 2: Views (optional)

Text with a fence:

\`\`\`md
### Task 9: not a task
\`\`\`

### Task 3: \`Routes\`

**Depends on:** Task 1
`;

const TABLE = `# Dashboard

| Phase | Name | Depends On | Parallel With | Estimate | Status |
|---|---|---|---|---|---|
| Phase 1 | Base | - | - | 3 | Complete |
| Phase 2-A | Charts | 1 | 2B | 5 | Pending |
| Phase 2-B | Tables | 1 | 2A | 2 | Pending |
| Phase 3 | Release | 2A, 2B | - | 1 | Pending |

## Phase 1: Base

- [x] Lay the ground

## Phase 2A: Charts

Draw them.

**Acceptance criteria:**
- Charts are drawn.

## Phase 2B: Tables

## Phase 3: Release
`;

const SPECKIT = `# Tasks: Photo albums

## Phase 1: Setup

- [ ] T001 Create the project in src/
- [ ] T002 [P] Configure the linter in biome.json

## Phase 2: Albums

- [ ] T003 [P] [US1] Test albums in tests/albums.test.ts
- [ ] T004 [US1] Write albums in src/albums.ts
`;

describe.each([
  ['a task list', TASK_LIST, 'tasks'],
  ['a table of phases', TABLE, 'table'],
  ['spec-kit tasks', SPECKIT, 'speckit'],
])('%s', (_, text, format) => {
  it.each(CONVERT_FORMATS)('written as %s and read again is the same plan', async to => {
    const original = await parse(text);
    expect(original.format).toBe(format);
    expect(original.plan.phases.length).toBeGreaterThan(1);
    const converted = convert(original.plan, to);
    const again = await parse(converted);
    expect(again.format).toBe(to === 'markdown' ? 'canonical' : to);
    expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(again.plan).toEqual(original.plan);
    expect(convert(again.plan, to)).toBe(converted);
  });
});

/** A plan whose fields are hard to write, but for the defaults. */
const HARD = {
  title: 'yes',
  phases: [
    {
      id: '1',
      title: 'null',
      description: 'One\ntwo: three\n',
      criteria: ['- a', '#b', '0x1', 'c: d', 'plain'],
    },
    { id: '2', title: 'x', description: '  indented\n', dependsOn: ['1'], files: ['a b.ts'], estimate: 0 },
  ],
};

it('writes JSON with two spaces, keys in order, and no defaults', async () => {
  const { plan } = await parse(JSON.stringify(HARD));
  expect(convert(plan, 'json')).toBe(`{
  "title": "yes",
  "phases": [
    {
      "id": "1",
      "title": "null",
      "description": "One\\ntwo: three\\n",
      "criteria": [
        "- a",
        "#b",
        "0x1",
        "c: d",
        "plain"
      ]
    },
    {
      "id": "2",
      "title": "x",
      "description": "  indented\\n",
      "dependsOn": [
        "1"
      ],
      "files": [
        "a b.ts"
      ],
      "estimate": 0
    }
  ]
}
`);
});

it('writes YAML in blocks, with quotes only where needed and without anchors', async () => {
  const { plan } = await parse(JSON.stringify(HARD));
  expect(convert(plan, 'yaml')).toBe(`title: "yes"
phases:
  - id: "1"
    title: "null"
    description: |
      One
      two: three
    criteria:
      - "- a"
      - "#b"
      - "0x1"
      - "c: d"
      - plain
  - id: "2"
    title: x
    description: "  indented\\n"
    dependsOn:
      - "1"
    files:
      - a b.ts
    estimate: 0
`);
});
