import { describe, expect, it } from 'vitest';
import { EMPTY_PLAN } from '../../../src/plan/model.ts';
import { axisOf } from '../../../src/view/report/html/axis.ts';
import { html, lines } from '../../../src/view/report/html/markup.ts';
import { reportHtml } from '../../../src/view/report/html.ts';
import { reportJson } from '../../../src/view/report/json.ts';
import { REPORT_VERSION } from '../../../src/view/report/model.ts';
import { reportOf } from '../../../src/view/report/report.ts';
import { xmlError } from '../graph/well-formed.ts';
import { planted } from './planted.ts';
import { sampleJournal } from './sample.ts';
import { attemptOn, hash, type Journal, journal, planOf, usd } from './story.ts';

const told = ({ entries, state }: Journal) => reportOf(entries, state());
const SAMPLE = told(sampleJournal());
const PAGE = await reportHtml(SAMPLE);

/** The page without its first line is XML, too: the strict reader finds what a browser would silently put up with. */
const problemOf = (page: string): string | null => xmlError(page.replace('<!doctype html>\n', ''));
const tagsOf = (page: string): string[] => [...new Set(page.match(/<[a-z][a-z\d]*/g))].sort();
const attributesOf = (page: string): string[] =>
  [
    ...new Set([...page.matchAll(/<[a-z][^>]*>/g)].flatMap(([tag]) => tag.match(/\s[\w:-]+(?==")/g) ?? [])),
  ].sort();

describe('the report as a page', () => {
  it('is well-formed and has what the report has', () => {
    expect(problemOf(PAGE)).toBeNull();
    expect(PAGE).not.toMatch(/NaN|undefined|Infinity|\[object/);
    expect(PAGE.match(/<details class="card phase"/g)).toHaveLength(SAMPLE.phases.length);
    expect(PAGE.match(/<section class="attempt/g)).toHaveLength(SAMPLE.totals.attempts);
    for (const words of ['Leave the workflow as it is.', 'at least $7.39', `git show ${hash('1')}`, 'flaky'])
      expect(PAGE).toContain(words);
  });

  it('needs nothing but itself', () => {
    expect(PAGE).not.toMatch(/<(?:script|link|iframe|img|object|base|form)\b|\bsrc=|url\(|@import/);
    expect(PAGE.replaceAll('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:/);
    expect(PAGE).toContain('default-src &#39;none&#39;');
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)' x='",
    '" onmouseover="alert(1)" x="',
    '</style></title></svg><script>alert(1)</script>',
    '--><b>]]>',
    '&lt;script&gt;&#60;b&#62;&quot;',
    '{{alert(1)}}$& $1 $`',
    '<g class="pw-card',
    'javascript:alert(1)',
    '\0\x07\x1B]0;x\x07\x9B\u202E\uD800\uFFFE\u2028',
  ])('gives foreign text no meaning: %j', async text => {
    const hostile = planted(SAMPLE, text);
    const page = await reportHtml(hostile.report);
    expect(hostile.places).toBeGreaterThan(150);
    expect(problemOf(page)).toBeNull();
    expect(tagsOf(page)).toEqual(tagsOf(PAGE));
    expect(attributesOf(page)).toEqual(attributesOf(PAGE));
    for (const [, target] of page.matchAll(/\shref="([^"]*)"/g)) expect(target).toMatch(/^#p\d+$/);
    for (const [, style] of page.matchAll(/\sstyle="([^"]*)"/g)) expect(style).toMatch(/^width:[\d.]+%$/);
    expect(page.match(/<g class="pw-card/g)).toHaveLength(SAMPLE.phases.length);
  });

  it('shows what it made harmless', async () => {
    const page = await reportHtml(planted(SAMPLE, '<i>').report);
    expect(page.split('&#60;i&#62;').length).toBeGreaterThan(300);
  });

  it('claims no review that never happened', async () => {
    expect(PAGE).toContain(', panel review<');
    const made = journal(planOf('a'), { review: { when: 'never' } });
    const attempt = attemptOn(made, 'a', 1);
    attempt.begin();
    attempt.session(1);
    attempt.inspected();
    attempt.landed(hash('b'));
    expect(await reportHtml(told(made))).not.toContain(' review<');
  });

  it('colours the phases of the picture by their statuses', () => {
    const cards = [...PAGE.matchAll(/<g class="pw-card pw-is-(\w+)/g)].map(([, status]) => status);
    expect(cards).toEqual([
      'completed',
      'completed',
      'completed',
      'failed',
      'blocked',
      'skipped',
      'completed',
    ]);
  });

  it('tells sessions, checks, reviews and people apart in the timeline', () => {
    const count = (kind: string): number => PAGE.split(`<rect class="k-${kind}`).length - 2;
    expect(['session', 'checks', 'review', 'evaluation', 'person'].map(count)).toEqual([9, 9, 7, 1, 2]);
    expect(PAGE.match(/class="k-session lost"/g)).toHaveLength(1);
    expect(PAGE.match(/<rect class="frame /g)).toHaveLength(8);
    expect(PAGE.match(/<text class="hot"/g)).toHaveLength(3);
  });

  it('stays usable with a thousand phases', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `p${index}`);
    const many = journal(planOf(ids.join(';')), { evaluate: false });
    for (const id of ids) {
      const attempt = attemptOn(many, id, 1);
      attempt.begin(0);
      attempt.session(1, usd(0.1), 'w'.repeat(20_000));
      attempt.inspected();
      attempt.reviewed(1);
      attempt.landed(hash('b'));
    }
    const page = await reportHtml(told(many));
    expect(page.match(/<details class="card phase"/g)).toHaveLength(1_000);
    expect(page).toContain('A picture of 1000 phases could not be read here.');
    expect(page).not.toContain('class="pw-graph"');
    expect(page.match(/<rect class="frame /g)).toHaveLength(150);
    const heights = [...page.matchAll(/<svg class="gantt"[^>]* viewBox="0 0 1040 (\d+)"/g)].map(
      ([, height]) => Number(height),
    );
    expect(heights).toHaveLength(4);
    // As wide as a sheet of A4 or letter, a block is no higher than it.
    for (const height of heights) expect(height / 1040).toBeLessThan(Math.min(262 / 186, 244 / 192));
    expect(page.match(/>critical path</g)).toHaveLength(1);
    expect(page).toContain('850 more phases are left out');
    expect(page).toContain('1,002 decisions left out');
    expect(page.length).toBeLessThan(4_000_000);
  });

  it('draws the order of 150 phases for screens, though paper has no room for it', async () => {
    const many = journal(planOf(Array.from({ length: 150 }, (_, index) => `p${index}`).join(';')));
    const page = await reportHtml(told(many));
    expect(page.match(/<g class="pw-card/g)).toHaveLength(150);
    expect(page).toContain('<figure class="card picture screen">');
    expect(page).toContain('<p class="muted paper">The picture of 150 phases is too large for paper.</p>');
    expect(PAGE).toContain('<figure class="card picture">');
    expect(PAGE).not.toContain('too large for paper');
  });

  it('says what the columns of tokens are', () => {
    const [, head] = PAGE.match(/<table class="files tokens"><thead>(.*?)<\/thead>/)!;
    expect(head!.match(/(?<=>)\w+(?=<\/th>)/g)).toEqual(['Asked', 'Sessions', 'Tokens', 'Cost']);
  });

  it('has a page for a run of which nothing is known yet', async () => {
    const page = await reportHtml(told(journal(EMPTY_PLAN)));
    expect(problemOf(page)).toBeNull();
    expect(page).toContain('Run k7m2');
    expect(page).not.toContain('Timeline');
  });
});

describe('pieces of a page', () => {
  it('escapes every text that is put in, and nothing that is markup already', () => {
    expect(
      html`<b title="${'"'}">${' <i> & '}${html`<i>${1}</i>`}${null}${['a', html`<br/>`]}</b>`.markup,
    ).toBe('<b title="&#34;"> &#60;i&#62; &#38; <i>1</i>a<br/></b>');
    expect(lines(' a\r\n\t<b>\n').markup).toBe(' a\n\t&#60;b&#62;');
  });

  it('draws time in order, and pauses short', () => {
    const axis = axisOf(SAMPLE, 100, 1_100);
    const places = sampleJournal().entries.map(({ at }) => axis.at(at));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect([places[0], places.at(-1)]).toEqual([100, 1_100]);
    expect(axis.bands.map(({ width }) => Math.round(width))).toEqual([18, 18, 18, 18, 18]);
    expect(axis.ticks.map(({ label }) => label)).toEqual([
      '0',
      '15 min',
      '30 min',
      '45 min',
      '1 h',
      '1 h 15 min',
      '1 h 30 min',
    ]);
    expect(axis.at(0)).toBe(100);
    expect(axis.at(Number.MAX_SAFE_INTEGER)).toBe(1_100);
  });
});

describe('the report as JSON', () => {
  const read = JSON.parse(reportJson(SAMPLE));

  it('is the report itself with its version, and times as people and programs write them', () => {
    expect(read.version).toBe(REPORT_VERSION);
    expect(Object.keys(read)).toEqual(Object.keys(SAMPLE));
    expect(read.startedAt).toBe('2026-03-14T09:00:00.000Z');
    expect(read.trail[0].at).toBe('2026-03-14T09:00:00.000Z');
    expect(read.phases[4].startedAt).toBeNull();
    expect(read.totals).toEqual(SAMPLE.totals);
    expect(read.phases[1].attempts[0].reviews[0].review).toEqual(
      SAMPLE.phases[1]!.attempts[0]!.reviews[0]!.review,
    );
  });

  it('says the same of hostile texts, and nothing to a terminal', () => {
    const hostile = planted(SAMPLE, '\x1B[31m\x9B\u2028\u202E"').report;
    const text = reportJson(hostile);
    expect(text).not.toMatch(/[\x00-\x09\x0B-\x1F\x7F-\x9F\u2028\u202E]/);
    expect(JSON.parse(text).title).toBe(hostile.title);
  });
});
