import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html } from '../http/page-route.ts';
import { stateBadge } from './run-parts.ts';

const Summary = v.object({
  state: v.string(),
  needsActionInterfaces: v.number(),
  toReviewInterfaces: v.number(),
  interfacesUnchanged: v.number(),
  failedRequests: v.number(),
  excludedFieldCount: v.number(),
});

/** What a rule would change in a finished run (interface 11). */
export const RulePreview = v.object({ before: Summary, after: Summary, cut: v.boolean() });
export type RulePreview = v.InferOutput<typeof RulePreview> & { planId: string };

const ROWS = [
  ['Endpoints to fix', 'needsActionInterfaces'],
  ['Endpoints to review', 'toReviewInterfaces'],
  ['Endpoints unchanged', 'interfacesUnchanged'],
  ['Failed requests', 'failedRequests'],
  ['Fields that rules exclude', 'excludedFieldCount'],
] as const;

/** A preview as a table of before and after. */
export const previewView = ({ before, after, cut, planId }: RulePreview): Html =>
  html`<div class="notice info" role="status"><p><strong>Nothing is saved yet.</strong> In <a href="/report/${planId}">the last finished run</a> it would change this${cut && ' (the run is large: only a part of it was looked at)'}:</p>
<div class="scroll" tabindex="0" role="group" aria-label="Preview"><table><thead><tr><th scope="col">What</th><th scope="col" class="number">Now</th><th scope="col" class="number">With the rule</th></tr></thead><tbody>
<tr><th scope="row">State</th><td class="number">${stateBadge(before.state)}</td><td class="number">${stateBadge(after.state)}</td></tr>
${ROWS.map(([text, name]) => html`<tr><th scope="row">${text}</th><td class="number">${before[name]}</td><td class="number">${before[name] === after[name] ? after[name] : html`<strong>${after[name]}</strong>`}</td></tr>`)}</tbody></table></div></div>`;
