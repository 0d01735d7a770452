import { parse as parseYaml } from 'yaml';
import { type Section, sections } from '../markdown/outline.ts';
import { plainText, textLines } from '../markdown/text.ts';
import { parseLabel } from './labels.ts';
import { isOutside } from './paths.ts';
import { parseUnitTitle } from './unit-title.ts';

/** What a document says of itself before the first unit of work. */
export interface Header {
  readonly title: string;
  readonly goal: string;
  readonly requires: readonly string[];
  readonly files: readonly string[];
  readonly wave: number | null;
  readonly frontMatter: Readonly<Record<string, unknown>>;
}

/** Characters of front matter that are looked at: reading YAML is quadratic for hostile text. */
const FRONT_MATTER_CHARACTERS = 32_768;
const GOAL_CHARACTERS = 2000;
const GOAL_HEADING =
  /^(?:goals?|objectives?|mission|purpose|overview|summary|problem(?: statement)?|introduction)\b/i;

export function readHeader(root: Section): Header {
  const frontMatter = readFrontMatter(root);
  const files = strings(frontMatter.files_modified ?? frontMatter.files).filter(path => !isOutside(path));
  const { wave } = frontMatter;
  return {
    title: text(frontMatter.title) || documentTitle(root) || planName(frontMatter),
    goal: (text(frontMatter.goal ?? frontMatter.objective) || labelledGoal(root) || goalSection(root)).slice(
      0,
      GOAL_CHARACTERS,
    ),
    requires: strings(frontMatter.depends_on ?? frontMatter.requires),
    files,
    wave: typeof wave === 'number' && Number.isFinite(wave) ? wave : null,
    frontMatter,
  };
}

/** The heading of the first rank, unless it is only the first of several units. */
function documentTitle(root: Section): string {
  const top = root.children.filter(section => section.depth === 1);
  const title =
    top.find(section => !parseUnitTitle(section.title)) ?? (top.length === 1 ? top[0] : undefined);
  return title?.title ?? '';
}

/** Roadmap plans are named by the phase that they belong to. */
const planName = ({ phase, plan }: Record<string, unknown>): string => strings([phase, plan]).join(', plan ');

function readFrontMatter(root: Section): Record<string, unknown> {
  const block = root.blocks[0];
  if (block?.type !== 'yaml' || block.value.length > FRONT_MATTER_CHARACTERS) return {};
  try {
    const value: unknown = parseYaml(block.value, { maxAliasCount: 0, logLevel: 'silent' });
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** `**Goal:** …` before the second section. */
function labelledGoal(root: Section): string {
  const early = [root, ...root.children.slice(0, 1), ...(root.children[0]?.children.slice(0, 2) ?? [])];
  for (const section of early.filter(({ title }) => !parseUnitTitle(title))) {
    for (const block of section.blocks) {
      if (block.type !== 'paragraph') continue;
      for (const line of textLines(block.children, 1)) {
        const label = parseLabel(line.text);
        if (label?.topic === 'goal' && label.value) return label.value;
      }
    }
  }
  return '';
}

function goalSection(root: Section): string {
  let seen = 0;
  for (const section of sections(root)) {
    seen += 1;
    if (seen > 8) return '';
    const first = section.blocks.find(block => block.type === 'paragraph');
    if (GOAL_HEADING.test(section.title) && first) return plainText(first).replace(/\s+/g, ' ').trim();
  }
  return '';
}

const text = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');
const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
    .filter(item => typeof item === 'string' || typeof item === 'number')
    .map(item => String(item).trim())
    .filter(Boolean);
