import { html } from 'hono/html';
import * as v from 'valibot';
import { Kind } from '../../domain/findings/kinds.ts';
import type { Html } from '../../http/page-route.ts';
import { KIND_WORDS } from './kind-words.ts';
import { count, counted, short } from './words.ts';

const Summary = v.object({
  state: v.string(),
  needsActionInterfaces: v.number(),
  toReviewInterfaces: v.number(),
  failedRequests: v.number(),
});

const Shift = v.object({ kind: Kind, subject: v.string(), operationName: v.string(), affectedRequests: v.number() });
type Shift = v.InferOutput<typeof Shift>;

/** What a preview of a rule answers (interface 11). */
export const RulePreview = v.object({
  before: Summary,
  after: Summary,
  removed: v.array(Shift),
  added: v.array(Shift),
  requests: v.number(),
  cut: v.boolean(),
});
export type RulePreview = v.InferOutput<typeof RulePreview>;

const MOST = 30;

const ROWS = [
  ['State', ({ state }: RulePreview['before']) => state],
  ['Endpoints that need action', ({ needsActionInterfaces }: RulePreview['before']) => count(needsActionInterfaces)],
  ['Endpoints to review', ({ toReviewInterfaces }: RulePreview['before']) => count(toReviewInterfaces)],
  ['Failing requests', ({ failedRequests }: RulePreview['before']) => count(failedRequests)],
] as const;

/** What a rule would change in this run, before it is saved. */
export const previewSection = ({
  before,
  after,
  removed,
  added,
  requests,
  cut,
}: RulePreview): Html => html`<section aria-labelledby="effect"><h2 id="effect">What it would change in this replay</h2>
<div class="scroll"><table><thead><tr><th scope="col"><span class="visually-hidden">What</span></th><th scope="col">Now</th><th scope="col">With the rule</th></tr></thead><tbody>${ROWS.map(([name, of]) => html`<tr><th scope="row">${name}</th><td>${of(before)}</td><td>${of(after)}</td></tr>`)}</tbody></table></div>
${removed.length === 0 && added.length === 0 && html`<p>It changes nothing in this replay.</p>`}
<div class="columns">${shifts('Taken out', removed)}${shifts('Brought in', added)}</div>
<p class="faint">${counted(requests, 'stored answer')} compared again for this${cut && '; there are more, which count as they are stored'}. Nothing is saved yet.</p></section>`;

const shifts = (title: string, all: readonly Shift[]): Html | null =>
  all.length === 0
    ? null
    : html`<div><h3>${title}</h3><ul class="places">${all
        .slice(0, MOST)
        .map(
          ({ kind, subject, operationName, affectedRequests }) =>
            html`<li>${short(operationName)}: ${KIND_WORDS[kind]} <code>${short(subject)}</code> <span class="faint">${counted(affectedRequests, 'request')}</span></li>`,
        )}${all.length > MOST && html`<li class="faint">and ${counted(all.length - MOST, 'other')}</li>`}</ul></div>`;
