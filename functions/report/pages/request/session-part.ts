import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { endpointName } from '../../../platform/pages-shell/endpoint-name.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import type { PlannedCase } from '../../../replay/domain/results/chunk.ts';
import { casePath } from '../report-links.ts';

/** Maximum requests of a session that are listed, around the one that is shown. */
const MAX_LISTED = 15;

/** `4th of 9`; null for a request without others in its session. */
export function positionInSession(ofSession: readonly PlannedCase[], item: number): string | null {
  const at = ofSession.findIndex((one) => one.item === item);
  return at < 0 || ofSession.length < 2 ? null : `${ordinal(at + 1)} of ${count(ofSession.length)}`;
}

const ENDINGS = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' } as const;
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

const ordinal = (number: number): string => `${count(number)}${ENDINGS[ORDINALS.select(number)]}`;

/** The requests of the session in the order of recording, with links; null without others. */
export function sessionPart(planId: string, ofSession: readonly PlannedCase[], item: number): Html | null {
  const at = ofSession.findIndex((one) => one.item === item);
  if (at < 0 || ofSession.length < 2) return null;
  const from = Math.max(0, Math.min(at - Math.floor(MAX_LISTED / 2), ofSession.length - MAX_LISTED));
  const shown = ofSession.slice(from, from + MAX_LISTED);
  const behind = ofSession.length - from - shown.length;
  const nameOf = ({ operation, method }: PlannedCase) =>
    endpointName(method === undefined || operation.startsWith(`${method} `) ? null : method, operation);
  return html`<details id="session"><summary>Session <span class="count">${count(ofSession.length)}</span></summary><div class="body stack small">${from > 0 && html`<p class="muted">${counted(from, 'earlier request')}</p>`}<ol class="stack" start="${from + 1}">${shown.map(
    (one) =>
      html`<li>${one.item === item ? html`<strong aria-current="true">${nameOf(one)}</strong>` : html`<a class="cut" href="${casePath(planId, one.item)}">${nameOf(one)}</a>`}</li>`,
  )}</ol>${behind > 0 && html`<p class="muted">${counted(behind, 'later request')}</p>`}</div></details>`;
}
