import { analyse } from '../../../plan/analysis.ts';
import { EMPTY_PLAN } from '../../../plan/model.ts';
import type { PhaseStatus } from '../../../run/state.ts';
import { svg } from '../../graph/svg.ts';
import type { Report } from '../model.ts';
import { html, type Markup, trusted } from './markup.ts';
import { phaseTone } from './parts.ts';

/** Phases of a picture that one still finds one's way in. It scrolls, so all of it can be read. */
const MAX_PHASES = 150;

/** What a sheet of paper has room for, in pixels of which 96 make an inch, and the smallest scale that can be read there. */
const PAPER = { width: 700, height: 900 };
const LEAST_SCALE = 0.35;

/** Statuses that the picture itself does not explain. */
const KEYS: readonly PhaseStatus[] = ['failed', 'blocked', 'running', 'retrying', 'skipped'];

/** The order of the phases with their statuses, or why there is no picture; null where there are no phases. */
export async function graph(report: Report): Promise<Markup | null> {
  const { phases } = report;
  if (phases.length === 0) return null;
  if (phases.length > MAX_PHASES)
    return html`<p class="muted">A picture of ${phases.length} phases could not be read here. phasewright graph draws one of the plan.</p>`;
  const order = analyse({ ...EMPTY_PLAN, phases: phases.map(({ plan }) => plan) });
  if (!order) return null;
  const drawing = await svg(
    {
      title: 'Order of the phases',
      phases: phases.map(({ plan, status }) => ({
        ...plan,
        done: status === 'completed' || (plan.done && status === 'skipped'),
      })),
      levels: order.levels,
      batches: order.batches,
      criticalPath: report.criticalPath,
    },
    { estimateUnit: report.estimateUnit },
  );
  const statuses = phases.map(({ status, plan }) => (plan.done ? 'completed' : status));
  const keys = KEYS.filter(status => statuses.includes(status));
  const isForScreens = scaleOnPaper(drawing) < LEAST_SCALE;
  return html`${isForScreens ? html`<p class="muted paper">The picture of ${phases.length} phases is too large for paper.</p>` : null}<figure class="card picture${isForScreens ? ' screen' : ''}">${trusted(onPaperToo(marked(drawing, statuses)))}${
    keys.length === 0
      ? null
      : html`<figcaption class="keys">${keys.map(status => html`<span class="badge ${phaseTone(status)}">${status}</span>`)}</figcaption>`
  }</figure>`;
}

function scaleOnPaper(drawing: string): number {
  const [, width = '1', height = '1'] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(drawing) ?? [];
  return Math.min(PAPER.width / Number(width), PAPER.height / Number(height));
}

/** Cards are drawn in the order of the plan, and no text in a picture can look like the beginning of one. */
function marked(drawing: string, statuses: readonly PhaseStatus[]): string {
  let card = 0;
  return drawing.replaceAll('<g class="pw-card', start => {
    const status = statuses[card];
    card += 1;
    return status === undefined ? start : `${start} pw-is-${status}`;
  });
}

/** Paper is never dark. */
const onPaperToo = (drawing: string): string =>
  drawing.replace('@media (prefers-color-scheme:dark)', '@media screen and (prefers-color-scheme:dark)');
