import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { CasesOfHour } from '../../../recordings/store/case-bytes.ts';

const STEP = 10;

const clock = (at: number): string => isoText(at).slice(11, 16);
const HOUR_MS = 3_600_000;

/** Recordings that came in during each hour, oldest first; each hour has a tooltip, and a row in the table. */
export function hoursPlot(hours: readonly CasesOfHour[]): Html {
  const most = Math.max(1, ...hours.map(({ cases }) => cases));
  const total = hours.reduce((sum, { cases }) => sum + cases, 0);
  const empty = hours.filter(({ cases }) => cases === 0).length;
  const width = hours.length * STEP;
  const text = (hour: CasesOfHour) =>
    `${clock(hour.from)} to ${clock(hour.from + HOUR_MS)} UTC: ${counted(hour.cases, 'recording')}`;
  return html`<div class="plot"><div class="y" aria-hidden="true"><span>${count(most)}</span><span>0</span></div>
<svg class="low" viewBox="0 0 ${width} ${most}" preserveAspectRatio="none" role="img" aria-label="Recordings per hour in the last ${hours.length} hours: ${count(total)} in total, none in ${counted(empty, 'hour')}"><path class="grid-line" d="M0 0H${width}M0 ${most}H${width}"/>
${hours.map(
  (hour, at) =>
    html`<rect class="recorded" x="${at * STEP + 1.5}" y="${most - hour.cases}" width="${STEP - 3}" height="${hour.cases}"/><rect fill="none" pointer-events="all" x="${at * STEP}" y="0" width="${STEP}" height="${most}"><title>${text(hour)}</title></rect>`,
)}</svg>
<div class="x" aria-hidden="true"><span>${hours.length} hours ago</span><span>now</span></div></div>
<details class="small"><summary class="muted">Show as a table</summary><div class="scroll tall" tabindex="0" role="region" aria-label="Recordings per hour"><table><caption class="hidden">Recordings per hour, newest first</caption><thead><tr><th scope="col">Hour (UTC)</th><th scope="col" class="number">Recordings</th></tr></thead><tbody>${hours
    .toReversed()
    .map(
      ({ from, cases }) =>
        html`<tr><th scope="row">${isoText(from).slice(0, 10)} ${clock(from)}</th><td class="number">${count(cases)}</td></tr>`,
    )}</tbody></table></div></details>`;
}
