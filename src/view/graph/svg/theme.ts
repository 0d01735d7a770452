/** Light and dark value of each colour. */
const COLOURS = {
  canvas: ['#f7f8fa', '#10151c'],
  card: ['#ffffff', '#1b222c'],
  line: ['#d3dae4', '#364150'],
  text: ['#1a2330', '#e8edf4'],
  muted: ['#647084', '#98a5b7'],
  edge: ['#aeb8c6', '#56647a'],
  badge: ['#ebeff4', '#2c3643'],
  'badge-text': ['#3a4656', '#cbd5e1'],
  hot: ['#d4501c', '#ff9361'],
  'hot-soft': ['#fdebe2', '#472a1b'],
  'hot-text': ['#a83a0e', '#ffb693'],
  done: ['#23855a', '#55c98f'],
  'done-soft': ['#eef8f2', '#152820'],
  'done-line': ['#a9d8bf', '#2f5f48'],
  'done-badge': ['#d5eee0', '#20412f'],
  'done-text': ['#1c6b48', '#86dbb0'],
  group: ['#e6eefd', '#17243b'],
  'group-line': ['#c3d4f8', '#2d4672'],
  'group-text': ['#2f5bc4', '#93b5ff'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

type Colour = keyof typeof COLOURS;

/** Follows the reader's colour scheme. Programs that know no custom properties get the light colours. */
export function stylesheet(): string {
  const values = (scheme: 0 | 1): string =>
    Object.entries(COLOURS)
      .map(([name, pair]) => `--pw-${name}:${pair[scheme]}`)
      .join(';');
  return [
    `.pw-graph{${values(0)};font-family:${FONTS}}`,
    `@media (prefers-color-scheme:dark){.pw-graph{${values(1)}}}`,
    `.pw-canvas{${fill('canvas')}}`,
    `.pw-heading{font-size:18px;font-weight:650;${fill('text')}}`,
    `.pw-facts,.pw-legend,.pw-meta{font-size:11px;${fill('muted')}}`,
    `.pw-facts{font-size:12px}`,
    `.pw-region{${fill('group')};${stroke('group-line')}}`,
    `.pw-edge{fill:none;stroke-width:1.5;${stroke('edge')}}`,
    `.pw-head,.pw-hub{${fill('edge')}}`,
    `.pw-edge.pw-hot{stroke-width:2.25;${stroke('hot')}}`,
    `.pw-head.pw-hot,.pw-hub.pw-hot{${fill('hot')}}`,
    `.pw-box{${fill('card')};${stroke('line')}}`,
    `.pw-badge{${fill('badge')}}`,
    `.pw-id{font-size:11px;font-weight:650;text-anchor:middle;${fill('badge-text')}}`,
    `.pw-title{font-size:13.5px;font-weight:550;${fill('text')}}`,
    `.pw-small{font-size:11px;${fill('text')}}`,
    `.pw-critical .pw-badge{${fill('hot-soft')}}`,
    `.pw-critical .pw-id{${fill('hot-text')}}`,
    `.pw-done .pw-box{${fill('done-soft')};${stroke('done-line')}}`,
    `.pw-done .pw-badge{${fill('done-badge')}}`,
    `.pw-done .pw-id{${fill('done-text')}}`,
    `.pw-done .pw-title,.pw-done .pw-small{${fill('muted')}}`,
    `.pw-optional .pw-box{stroke-dasharray:5 4;${stroke('edge')}}`,
    `.pw-critical .pw-box{stroke-width:1.75;${stroke('hot')}}`,
    `.pw-check{${fill('done')}}`,
    `.pw-tick{fill:none;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;${stroke('done-soft')}}`,
    `.pw-marker{${fill('group')}}`,
    `.pw-bars{fill:none;stroke-width:1.75;stroke-linecap:round;${stroke('group-text')}}`,
    `.pw-number{font-size:11px;font-weight:650;text-anchor:end;${fill('group-text')}}`,
  ].join('\n');
}

const FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

function fill(colour: Colour): string {
  return `fill:${COLOURS[colour][0]};fill:var(--pw-${colour})`;
}

function stroke(colour: Colour): string {
  return `stroke:${COLOURS[colour][0]};stroke:var(--pw-${colour})`;
}
