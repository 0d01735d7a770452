import { counted } from '../../../base/counted.ts';
import { moment } from '../../time.ts';
import { cutText, ends, type Limits } from '../limits.ts';
import type { Decided, Report } from '../model.ts';
import { html, type Markup } from './markup.ts';

/** Words of which more than this are told with the phase. */
const MAX_WORDS = 300;

/** What was decided, day by day. */
export function trailList({ trail }: Report, limits: Limits): Markup | null {
  if (trail.length === 0) return null;
  const { head, tail, more } = ends(trail, limits.trail);
  let day = '';
  const item = (decided: Decided): Markup => {
    const today = moment(decided.at).slice(0, 10);
    const heading = today === day ? null : html`<li class="day">${today}</li>`;
    day = today;
    return html`${heading}${decidedItem(decided)}`;
  };
  return html`<ol class="trail">${head.map(item)}${
    more > 0 ? html`<li class="day muted">${counted(more, 'decision')} left out</li>` : null
  }${tail.map(item)}</ol>`;
}

function decidedItem({ at, by, tone, phase, text, words, because }: Decided): Markup {
  const quoted = words === '' ? null : html` <q>${cutText(words, MAX_WORDS)}</q>`;
  return html`<li class="${tone}"><time datetime="${new Date(at).toISOString()}">${moment(at).slice(11)}</time><span class="by">${by}</span><span>${
    phase === null ? null : html`<b>${phase}</b> `
  }${text}${because === '' ? null : html` <span class="muted">— ${cutText(because, MAX_WORDS)}</span>`}${quoted}</span></li>
`;
}
