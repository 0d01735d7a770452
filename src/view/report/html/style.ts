/** Light and dark value of each colour. */
const COLOURS = {
  page: ['#f4f6f9', '#0d1218'],
  card: ['#ffffff', '#161d26'],
  sunk: ['#f1f4f8', '#10161e'],
  line: ['#dbe1ea', '#2b3542'],
  text: ['#18212e', '#e7ecf3'],
  muted: ['#5c6879', '#9aa7b8'],
  good: ['#1c7a50', '#62d19b'],
  'good-soft': ['#e0f3e9', '#163326'],
  bad: ['#b3261e', '#ff8f86'],
  'bad-soft': ['#fce6e4', '#43201d'],
  busy: ['#2456c7', '#8db2ff'],
  'busy-soft': ['#e4ecfc', '#1a2b4c'],
  idle: ['#5c6879', '#a4b0c0'],
  'idle-soft': ['#e9edf2', '#252e3a'],
  warn: ['#8f5a00', '#f2bd5c'],
  'warn-soft': ['#fdf0d5', '#3b2d12'],
  hot: ['#d4501c', '#ff9361'],
  session: ['#4178e0', '#5b8df0'],
  checks: ['#17968f', '#2fb5ab'],
  review: ['#8a55d6', '#a97bf0'],
  evaluation: ['#c24d98', '#dd74b7'],
  recovery: ['#8a6d1f', '#d0ab4a'],
  person: ['#d39a16', '#dfae3c'],
  landing: ['#2f9e62', '#4dbd80'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

const values = (scheme: 0 | 1): string =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `--${name}:${pair[scheme]}`)
    .join(';');

/** On paper everything is light; dark pages cost ink, and browsers leave backgrounds out. */
export const stylesheet = (): string =>
  `:root{color-scheme:light dark;${values(0)}}
@media screen and (prefers-color-scheme:dark){:root{${values(1)}}}
${PAGE}
${PARTS}
${PHASES}
${PICTURES}
${PRINT}`;

const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace';

const PAGE = `*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:1080px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:28px;line-height:1.2;margin:4px 0 10px;text-wrap:balance}
h2{font-size:19px;margin:40px 0 12px}
h3{font-size:15px;margin:20px 0 6px}
h4{font-size:13px;margin:14px 0 4px;color:var(--muted);font-weight:600}
p{margin:6px 0}
ul{margin:6px 0;padding-left:20px}
a{color:var(--busy)}
code,pre{font-family:${MONO};font-size:12.5px}
code{background:var(--sunk);border:1px solid var(--line);border-radius:5px;padding:1px 5px}
pre{background:var(--sunk);border:1px solid var(--line);border-radius:8px;margin:6px 0;padding:10px 12px;white-space:pre-wrap}
blockquote{margin:6px 0;padding:2px 0 2px 12px;border-left:3px solid var(--line);white-space:pre-wrap}
.muted{color:var(--muted)}
.small{font-size:13px}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 18px}`;

const PARTS = `.eyebrow{color:var(--muted);font-size:13px;letter-spacing:.02em}
.goal{max-width:72ch;color:var(--muted);white-space:pre-wrap}
.badge{display:inline-block;border-radius:999px;padding:1px 10px;font-size:12.5px;font-weight:600;white-space:nowrap;background:var(--idle-soft);color:var(--idle)}
.badge.good{background:var(--good-soft);color:var(--good)}
.badge.bad{background:var(--bad-soft);color:var(--bad)}
.badge.busy{background:var(--busy-soft);color:var(--busy)}
.badge.warn{background:var(--warn-soft);color:var(--warn)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(158px,1fr));gap:12px;margin:20px 0 14px}
.tile{padding:12px 14px}
.tile b{display:block;font-size:19px;line-height:1.3;white-space:nowrap;font-weight:650;font-variant-numeric:tabular-nums}
.tile span{display:block;color:var(--muted);font-size:12.5px}
.share{display:flex;height:8px;border-radius:4px;overflow:hidden;background:var(--idle-soft);margin:0 0 20px}
.share i{display:block;min-width:2px}
.share .good{background:var(--good)}.share .bad{background:var(--bad)}.share .busy{background:var(--busy)}.share .idle{background:var(--idle)}.share .warn{background:var(--warn)}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;margin:0}
.facts dt{color:var(--muted)}
.facts dd{margin:0}
.steps,.rows,.trail{list-style:none;margin:0}
.trail{padding:0}
.steps li{padding:3px 0}
.rows li{padding:8px 0;border-top:1px solid var(--line)}
.rows li:first-child{border-top:0;padding-top:0}
.rows li:last-child{padding-bottom:0}
.trail{font-size:13.5px}
.trail li{display:grid;grid-template-columns:112px 62px 1fr;gap:0 12px;padding:4px 0}
.trail time{color:var(--muted);font-variant-numeric:tabular-nums;white-space:nowrap}
.trail .by{color:var(--muted)}
.trail .bad>span:last-child{color:var(--bad)}
.trail .good>span:last-child{color:var(--good)}
.trail .day{display:block;margin:10px 0 2px;font-weight:600}
.trail q{color:var(--muted);quotes:"“" "”"}`;

const PHASES = `details.phase{padding:0;margin:0 0 10px}
details.phase>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 10px;padding:11px 16px;cursor:pointer;border-radius:12px}
details.phase>summary:focus-visible{outline:2px solid var(--busy);outline-offset:1px}
details.phase>summary .name{font-weight:600;flex:1 1 260px}
details.phase>summary .figures{color:var(--muted);font-size:13px;font-variant-numeric:tabular-nums}
details.phase .inside{padding:2px 18px 16px;border-top:1px solid var(--line)}
.critical{color:var(--hot)}
.attempt{border-left:3px solid var(--line);padding:0 0 2px 14px;margin:16px 0 0}
.attempt.good{border-color:var(--good)}.attempt.bad{border-color:var(--bad)}.attempt.busy{border-color:var(--busy)}
.attempt>h3{margin:0 0 6px}
.files{width:100%;border-collapse:collapse;font-size:13px}
.files td{padding:3px 8px 3px 0;border-top:1px solid var(--line);vertical-align:top}
.files th{padding:0 8px 3px 0;color:var(--muted);font-weight:600;text-align:left;white-space:nowrap}
.files .n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.tokens td:first-child{min-width:7em}
.plus{color:var(--good)}.minus{color:var(--bad)}`;

const PICTURES = `.picture{overflow:auto;max-height:min(820px,90vh);padding:0;margin:0}
.picture>svg{display:block;margin:0 auto}
.paper{display:none}
.picture .pw-canvas{fill:none}
.keys{display:flex;flex-wrap:wrap;justify-content:center;gap:6px;padding:0 12px 14px}
.gantt{width:100%;min-width:760px;height:auto;font-family:inherit}
.gantt text{fill:var(--text);font-size:12px}
.gantt .tick{fill:var(--muted);font-size:11px}
.gantt .grid{stroke:var(--line)}
.gantt .hot{fill:var(--hot);font-weight:600}
.gantt .hot-line{stroke:var(--hot);stroke-width:2}
.gantt .frame{fill:var(--sunk);stroke:var(--line)}
.gantt .frame.bad{stroke:var(--bad)}.gantt .frame.good{stroke:var(--good)}.gantt .frame.busy{stroke:var(--busy)}
.gantt .away{fill:var(--idle-soft)}
.gantt .lost{opacity:.45}
.gantt .k-session{fill:var(--session)}.gantt .k-checks{fill:var(--checks)}.gantt .k-review{fill:var(--review)}.gantt .k-evaluation{fill:var(--evaluation)}.gantt .k-recovery{fill:var(--recovery)}.gantt .k-person{fill:var(--person)}.gantt .k-landing{fill:var(--landing)}
.pw-graph .pw-is-failed .pw-box{fill:var(--bad-soft);stroke:var(--bad)}
.pw-graph .pw-is-blocked .pw-box{fill:var(--warn-soft);stroke:var(--warn);stroke-dasharray:6 3}
.pw-graph .pw-is-running .pw-box,.pw-graph .pw-is-retrying .pw-box{fill:var(--busy-soft);stroke:var(--busy)}
.pw-graph .pw-is-skipped .pw-box{fill:var(--idle-soft);stroke:var(--idle);stroke-dasharray:3 3}`;

const PRINT = `@page{margin:14mm 12mm}
@media print{
body{background:none;font-size:10pt}
main{max-width:none;padding:0}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
h2,h3,h4,summary,.attempt>h3+p{break-after:avoid}
summary,pre.short,blockquote,li{break-inside:avoid}
.inside,.inside>:first-child{break-before:avoid}
.card,.tile,.attempt>h3,.files tr{break-inside:avoid}
details.phase,.rows.card,.long{break-inside:auto}
details.phase::details-content{content-visibility:visible;height:auto;display:block}
details.phase>summary{list-style:none;padding:8px 12px}
.picture{overflow:visible;max-height:none;break-inside:avoid}
.timeline{break-inside:auto}
.screen{display:none}
.paper{display:block}
.picture>svg,.gantt{max-width:100%;min-width:0;height:auto;break-inside:avoid}
.timeline>svg{max-height:240mm}
.picture>.pw-graph{max-height:240mm}
pre{break-inside:auto}
.trail li{grid-template-columns:100px 56px 1fr}
}
@media (max-width:640px){
.trail li{grid-template-columns:1fr}
.facts{grid-template-columns:1fr;gap:0}
.facts dd{margin-bottom:8px}
.tokens td.n{white-space:normal}
}`;
