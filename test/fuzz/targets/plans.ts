/** Small plans of every format, from which the fuzzer makes broken ones. */
export const PLANS: readonly string[] = [
  `# Notes app

**Goal:** Keep notes.

### ✅ Task 1: Schema (COMPLETED)
**Files:**
- Create: \`src/schema.ts\`
- Test: \`test/schema.test.ts\`

- [x] **Step 1: Write the failing test**

\`\`\`ts
### Task 9: not a task
\`\`\`

### Task 2: Search – index
**Depends on:** Task 1
<!-- ### Task 7: hidden -->

### Task 10a: Part one (optional)
### Task 10b: Part two [Gate]

## Execution Order
1. **Task 2** - first
2. **Task 1**
`,
  `| Phase | Name | Depends On | Parallel With | Estimate | Status |
|---|:---|---|---|---|---|
| 0 | Start | None | - | 5 | ✅ |
| Phase 2-A | Left | 0 | 2B | 3 pts | ⬜ |
| 2B | Right | 0 | - | 2h | Done |
| 3 | End | 2A–2B | — | 1 | |

### Phase 0: Start
- [x] Task 0.1: Begin

### Phase 2A: Left
> **Depends On**: Phase 0
> **Can Run With**: 2B

#### Tasks
- [ ] Task 2A.1: One
  - File: \`a/b.ts:3-9\` (MODIFY)
- [ ] **CHECKPOINT: stop here**
#### Definition of Done
- [ ] passes
`,
  `---
phase: 01-setup
depends_on: ["00-01"]
files_modified:
  - src/a.ts
wave: 2
---
<objective>
Do it.
</objective>
<tasks>
<task type="auto" tdd="true">
  <name>Task 1: First</name>
  <files>src/a.ts, src/b.ts</files>
  <done>It works</done>
</task>
<task type="checkpoint:human">
  <name>Task 2: Second</name>
</task>
</tasks>
`,
  `# Tasks: Thing
## Phase 1: Setup
- [x] T001 Create \`src/main.py\`
- [ ] T002 [P] [US1] Add tests in \`tests/test_main.py\`
## Phase 2: Story 1 (Parallel with Phase 1)
- [ ] T003a [P] Build
**Checkpoint**: all good
`,
  `# Plan
- [ ] 1. Database
  - [ ] 1.1 Tables
  - [ ]* 1.2 Seeds
  - _Requirements: 1.1, 2.3_
- [x] 2. Routes
`,
  `## 1. Storage
- [ ] 1.1 Write it
- [ ] 1.2 Read it
## 2. Server
- [ ] 2.1 Start it
`,
  `{"title":"J","goal":"g","phases":[{"id":"1","title":"One","subtasks":[{"id":"1.1","title":"x","type":"test"}]},{"id":"2","title":"Two","dependsOn":["1"],"files":["a.ts"],"estimate":3}]}`,
  `title: Y
goal: do it
subtasks:
  - id: 1a
    title: Tests
    type: test
  - id: 2a
    title: Code
    type: impl
    depends_on: [1a]
    files_touched: [src/x.ts]
`,
  `{"tasks":[{"id":1,"title":"A","status":"done","dependencies":[],"details":"d"},{"id":2,"title":"B","status":"pending","dependencies":[1],"subtasks":[{"id":1,"title":"s","dependencies":[]}]}]}`,
  `Title
=====

Phase 1: First
--------------
1. One
2. Two

Phase 2: Second (Optional)
--------------------------
**Task 2.1: Inner**

**Depends on:** Phase 1

~~Phase 3: Dropped~~
--------------------
`,
  `## Milestone 1: Core
### Phase 1: A
#### 1.1 Sub
#### 1.2 Sub
### Phase 2: B
\`\`\`md
\`\`\`js
x
\`\`\`
### Phase 1: decoy
\`\`\`
### Phase 3: C
`,
  `## Phase 1: Work (3 Agents)
### Agent 1: X
**Depends on**: Nothing
### Agent 2: Y
**Blocked by**: Agent 1
### Agent 3: Z
Depends on: All
`,
];
