import { html } from 'hono/html';
import * as v from 'valibot';
import { EndpointPattern } from '../../../applications/domain/endpoint-patterns.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { endpointName } from '../../../platform/pages-shell/endpoint-name.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';

/** Maximum endpoints that the summary names. */
const MAX_EXAMPLES = 3;

const BeforeAndAfter = v.object({ before: v.number(), after: v.number() });

/** What a preview answers. */
export const Previewed = v.object({
  endpoints: BeforeAndAfter,
  recordings: v.number(),
  isAtLeast: v.boolean(),
  rules: v.number(),
  mostRecordings: BeforeAndAfter,
  patterns: v.array(
    v.object({
      pattern: v.string(),
      endpoints: v.number(),
      becomes: v.number(),
      named: v.array(v.object({ operation: v.string(), method: v.nullable(v.string()), recordings: v.number() })),
    }),
  ),
  settings: v.array(EndpointPattern),
});
export type PatternsPreview = v.InferOutput<typeof Previewed>;

/** What patterns would change, and that nothing is saved. */
export function patternsPreview({
  endpoints,
  recordings,
  isAtLeast,
  rules,
  mostRecordings,
  patterns,
}: PatternsPreview): Html {
  const row = (name: string, now: string, then: string) =>
    html`<tr><th scope="row">${name}</th><td class="number">${now}</td><td class="number"><strong>${then}</strong></td></tr>`;
  return html`<section class="pad preview stack" aria-labelledby="preview" role="status"><h3 id="preview">Preview, nothing is saved</h3>
${patterns.length === 0 && html`<p>No stored recording changes its endpoint.</p>`}${patterns.map(
  ({ pattern, endpoints: own, becomes, named }) =>
    html`<p class="sentence"><code>${visible(pattern)}</code>: <strong>${counted(own, 'endpoint')} ${own === 1 ? 'becomes' : 'become'} ${count(becomes)}</strong>.</p><details class="small"><summary>${counted(own, 'endpoint')}${named.length > 0 && html`, for example ${named.slice(0, MAX_EXAMPLES).map(({ operation, method }, at) => html`${at > 0 && ', '}${endpointName(method, operation)}`)}`}</summary><ul>${named.map(({ operation, method, recordings: stored }) => html`<li>${endpointName(method, operation)}, ${counted(stored, 'recording')}</li>`)}${own > named.length && html`<li class="muted">and ${count(own - named.length)} more</li>`}</ul></details>`,
)}
<table class="values"><caption class="hidden">Effect of the patterns</caption><thead><tr><th scope="col"><span class="hidden">Number</span></th><th scope="col" class="number">Now</th><th scope="col" class="number">With the patterns</th></tr></thead><tbody>
${row('Endpoints', count(endpoints.before), count(endpoints.after))}
${row('Recordings renamed', '–', `${isAtLeast ? 'at least ' : ''}${count(recordings)}`)}
${row('Rules that name one of them', count(rules), rules === 0 ? '0' : `${count(rules)}, ${rules === 1 ? 'follows' : 'follow'}`)}
${row('Recordings per endpoint, at most', count(mostRecordings.before), count(mostRecordings.after))}</tbody></table>
<p class="small muted">Finished runs keep the names that they were stored with.</p></section>`;
}
