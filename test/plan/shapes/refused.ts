import { FENCE } from './shape.ts';

/** Documents that are no plans. */
export const REFUSED: readonly { name: string; text: string }[] = [
  { name: 'prose without units', text: '# Thoughts\n\nWe should talk about phases and tasks.\n' },
  {
    name: 'a document that is about one phase',
    text: '# Phase 2: Auth - Research\n\n## Stack\n\nText.\n\n## Open gaps\n\n- [ ] Is it fast?\n',
  },
  {
    name: 'a report of what was done',
    text: '# Phase 2 Plan 1: Summary\n\n## Task Commits\n\n1. **Task 1: Form** - `abc1234`\n2. **Task 2: Route** - `abc1235`\n',
  },
  {
    name: 'the template of a pull request',
    text: '## Description\n\n## Type of change\n\n- [ ] Bug fix\n- [ ] New feature\n\n## Checklist\n\n- [ ] Tests pass\n- [ ] Docs updated\n',
  },
  {
    name: 'a readme with steps to install it',
    text: '# Tool\n\n## Quick start\n\n### Step 1: Install\n\n### Step 2: Run\n\n## Roadmap\n\n- [ ] Windows\n- [ ] macOS\n',
  },
  {
    name: 'a specification with user stories and criteria',
    text: '# Feature Specification: Login\n\n## User Scenarios & Testing\n\n### User Story 1 - Log in (Priority: P1)\n\n### User Story 2 - Log out (Priority: P2)\n\n## Review checklist\n\n- [x] No details\n',
  },
  {
    name: 'a design with numbered sections',
    text: '# Cache design\n\n## 1. Overview\n\n## 2. Architecture\n\n## 3. Risks\n',
  },
  {
    name: 'a catalogue of issues',
    text: '# Issues\n\n### A1. The page is slow\n\n**Disposition:** Deferred\n\n### B1. The link is broken\n\n**Disposition:** Do\n',
  },
  {
    name: 'a decision record',
    text: '# ADR 7: Use SQLite\n\n## Status\n\nAccepted\n\n## Context\n\n1. It is small.\n2. It is fast.\n\n## Decision\n\nUse it.\n',
  },
  {
    name: 'a change log',
    text: '# Changelog\n\n## 1.2.0\n\n- Added a page\n\n## 1.1.0\n\n- Fixed a page\n',
  },
  {
    name: 'units that stand only in fences and comments',
    text: `# Guide\n\n${FENCE}\n### Task 1: Example\n${FENCE}\n\n<!-- ### Task 2: Hidden -->\n`,
  },
];
