import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { count, short } from '../../../platform/pages-shell/texts.ts';
import { planItemId } from '../../../replay/domain/plan.ts';
import type { MappedValue } from '../../../replay/domain/results/result-payload.ts';
import { casePath } from '../report-links.ts';

const MAX_SHOWN = 50;
const MAX_VALUE_LENGTH = 100;

/** Values that the build issued in place of recorded ones, where this request uses them, and what issued them. */
export function mappedSection(planId: string, all: readonly MappedValue[]): Html | null {
  // A value that is mapped at several places of one field, such as a header.
  const mapped = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  if (mapped.length === 0) return null;
  return html`<details id="mapped"><summary>Mapped values <span class="muted">${count(mapped.length)}, no differences</span></summary>
<ul class="body small">${mapped.slice(0, MAX_SHOWN).map((one) => itemOf(planId, one))}${mapped.length > MAX_SHOWN && html`<li class="muted">and ${count(mapped.length - MAX_SHOWN)} more</li>`}</ul></details>`;
}

function itemOf(planId: string, { path, recorded, replayed, from }: MappedValue): Html {
  const item = itemIn(planId, from.planItemId);
  const location = html`<code>${short(from.place)}</code>`;
  return html`<li><code>${short(path)}</code> <code>${short(recorded, MAX_VALUE_LENGTH)}</code> → <code>${short(replayed, MAX_VALUE_LENGTH)}</code>, from ${item === null ? location : html`<a href="${casePath(planId, item)}">${location}</a>`}</li>`;
}

/** The position in the plan of the request that issued a value; null if it is of another plan. */
function itemIn(planId: string, id: string): number | null {
  const item = Number(/(\d+)$/.exec(id)?.[1] ?? Number.NaN);
  return Number.isInteger(item) && planItemId(planId, item) === id ? item : null;
}
