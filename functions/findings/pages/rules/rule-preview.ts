import { html } from 'hono/html';
import * as v from 'valibot';
import { KIND_WORDS } from '../../../compare/domain/kind-words.ts';
import { Kind } from '../../../compare/domain/kinds.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { count, counted, short } from '../../../platform/pages-shell/words.ts';
import { stateBadge } from '../state-badge.ts';

const Summary = v.object({
  state: v.string(),
  needsActionInterfaces: v.number(),
  toReviewInterfaces: v.number(),
  interfacesUnchanged: v.number(),
  failedRequests: v.number(),
  excludedFieldCount: v.number(),
});

const Shift = v.object({ kind: Kind, subject: v.string(), operationName: v.string(), affectedRequests: v.number() });
type Shift = v.InferOutput<typeof Shift>;

/** The response of a rule preview (interface 11). */
export const RulePreview = v.object({
  before: Summary,
  after: Summary,
  removed: v.array(Shift),
  added: v.array(Shift),
  requests: v.number(),
  cut: v.boolean(),
});
export type RulePreview = v.InferOutput<typeof RulePreview>;

const MAX_SHOWN = 30;

const ROWS = [
  ['Endpoints that need action', 'needsActionInterfaces'],
  ['Endpoints to review', 'toReviewInterfaces'],
  ['Endpoints unchanged', 'interfacesUnchanged'],
  ['Failing requests', 'failedRequests'],
  ['Fields that rules exclude', 'excludedFieldCount'],
] as const;

/** Shows what a rule would change in a finished run, before it is saved; `where` names the run: `this replay`. */
export function rulePreview(preview: RulePreview, where: string | Html): Html {
  const { before, after, removed, added, requests, cut } = preview;
  return html`<section class="notice info" aria-labelledby="effect"><h2 id="effect">What it would change in ${where}</h2>
<p role="status"><strong>Nothing is saved yet.</strong> ${counted(requests, 'stored answer')} compared again for this${cut && '; there are more, which count as they are stored'}.${removed.length === 0 && added.length === 0 && ' It changes nothing there.'}</p>
<div class="scroll" tabindex="0" role="group" aria-label="Before and after"><table><thead><tr><th scope="col"><span class="hidden">What</span></th><th scope="col" class="number">Now</th><th scope="col" class="number">With the rule</th></tr></thead><tbody>
<tr><th scope="row">State</th><td class="number">${stateBadge(before.state)}</td><td class="number">${stateBadge(after.state)}</td></tr>
${ROWS.map(([text, name]) => html`<tr><th scope="row">${text}</th><td class="number">${count(before[name])}</td><td class="number">${before[name] === after[name] ? count(after[name]) : html`<strong>${count(after[name])}</strong>`}</td></tr>`)}</tbody></table></div>
<div class="columns">${shifts('Taken out', removed)}${shifts('Brought in', added)}</div></section>`;
}

const shifts = (title: string, all: readonly Shift[]): Html | null =>
  all.length === 0
    ? null
    : html`<div><h3>${title}</h3><ul class="small">${all
        .slice(0, MAX_SHOWN)
        .map(
          ({ kind, subject, operationName, affectedRequests }) =>
            html`<li>${short(operationName)}: ${KIND_WORDS[kind].en} <code>${short(subject)}</code> <span class="muted">${counted(affectedRequests, 'request')}</span></li>`,
        )}${all.length > MAX_SHOWN && html`<li class="muted">and ${counted(all.length - MAX_SHOWN, 'other')}</li>`}</ul></div>`;
