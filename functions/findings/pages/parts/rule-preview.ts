import { html } from 'hono/html';
import * as v from 'valibot';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import { Kind } from '../../../compare/domain/kinds.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { count, counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { endpointLabel } from '../../domain/endpoint-labels.ts';
import { stateLabels } from '../../domain/state-labels.ts';
import { type MethodsOf, ruleSentence, type WordedRule } from './rule-sentence.ts';

const Summary = v.object({
  state: v.string(),
  findings: v.object({ needsAction: v.number(), toReview: v.number() }),
  endpoints: v.object({ unchanged: v.number() }),
  failedRequests: v.number(),
  excludedFieldCount: v.number(),
});

const Shift = v.object({
  kind: Kind,
  subject: v.string(),
  operationName: v.string(),
  affectedRequests: v.number(),
  methods: v.optional(v.array(v.string())),
});
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
  ['Findings that need action', ({ findings }) => findings.needsAction],
  ['Findings to review', ({ findings }) => findings.toReview],
  ['Endpoints unchanged', ({ endpoints }) => endpoints.unchanged],
  ['Failing requests', ({ failedRequests }) => failedRequests],
  ['Ignored fields', ({ excludedFieldCount }) => excludedFieldCount],
] as const satisfies readonly (readonly [string, (summary: v.InferOutput<typeof Summary>) => number])[];

/** The run that a rule was tried on, and the rule. */
export interface PreviewedRule {
  planId: string;
  title: string;
  rule: WordedRule;
  methods?: MethodsOf;
}

/** What a rule would change in a finished run, before it is saved. */
export function rulePreview(preview: RulePreview, { planId, title, rule, methods }: PreviewedRule): Html {
  const { before, after, removed, added, requests, cut } = preview;
  const changes = removed.length > 0 || added.length > 0;
  return html`<section class="pad preview stack" aria-labelledby="effect"><h2 id="effect">Preview, nothing is saved</h2>
<p class="sentence" role="status">${ruleSentence(rule, methods)}: ${changes ? html`hides ${counted(removed.length, 'finding')}${added.length > 0 && `, shows ${counted(added.length, 'new one')}`}` : 'changes nothing'} in <a href="/report/${planId}">${visible(title)}</a></p>
<div class="scroll" tabindex="0" role="group" aria-label="Effect on the run"><table class="values"><caption class="hidden">Effect on the run</caption><thead><tr><th scope="col"><span class="hidden">Number</span></th><th scope="col" class="number">Now</th><th scope="col" class="number">With the rule</th></tr></thead><tbody>
<tr><th scope="row">State</th><td class="number">${stateLabels(before.state).name}</td><td class="number">${stateLabels(after.state).name}</td></tr>
${ROWS.map(([text, of]) => html`<tr><th scope="row">${text}</th><td class="number">${count(of(before))}</td><td class="number">${of(before) === of(after) ? count(of(after)) : html`<strong>${count(of(after))}</strong>`}</td></tr>`)}</tbody></table></div>
<div class="columns">${shifts('Hidden', removed)}${shifts('New', added)}</div>
<p class="small muted">${counted(requests, 'stored response')} compared again${cut && '. The others count as stored'}</p></section>`;
}

const shifts = (title: string, all: readonly Shift[]): Html | null =>
  all.length === 0
    ? null
    : html`<div><h3>${title}</h3><ul class="small">${all
        .slice(0, MAX_SHOWN)
        .map(
          ({ kind, subject, affectedRequests, ...endpoint }) =>
            html`<li>${short(endpointLabel(endpoint))}: ${KIND_LABELS[kind].en} <code>${short(subject)}</code> <span class="muted">${counted(affectedRequests, 'request')}</span></li>`,
        )}${all.length > MAX_SHOWN && html`<li class="muted">and ${counted(all.length - MAX_SHOWN, 'other')}</li>`}</ul></div>`;
