import { html } from 'hono/html';
import * as v from 'valibot';
import { ChangedValues } from '../../../compare/domain/expected/changed-values.ts';
import { Kind } from '../../../compare/domain/kinds.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { sumOf } from '../../../platform/values/sum-of.ts';
import { SettledState } from '../../domain/findings.ts';
import { STATE_LABELS } from '../../domain/state-labels.ts';

const Older = v.object({
  recordings: v.number(),
  isCut: v.boolean(),
  pinned: v.number(),
  endsAt: v.nullable(v.string()),
});

/** An expected change as pages need it (interface 13). */
export const ExpectedItem = v.object({
  id: v.string(),
  operation: v.string(),
  methods: v.optional(v.array(v.string())),
  kind: Kind,
  subject: v.string(),
  exactly: v.nullable(v.string()),
  values: v.nullable(ChangedValues),
  note: v.nullable(v.string()),
  createdBy: v.string(),
  createdAt: v.string(),
  covers: v.nullable(v.number()),
  replayed: v.nullable(v.number()),
  ended: v.boolean(),
  endedAt: v.nullable(v.string()),
  older: Older,
});
export type ExpectedItem = v.InferOutput<typeof ExpectedItem>;

const Summary = v.object({
  state: SettledState,
  findings: v.object({ needsAction: v.number() }),
  failedRequests: v.number(),
  expectedRequests: v.number(),
});

/** The answer of a preview of expected changes. */
export const ExpectedPreviewAnswer = v.object({
  items: v.array(ExpectedItem),
  before: Summary,
  after: Summary,
  requests: v.number(),
  cut: v.boolean(),
});
export type ExpectedPreview = v.InferOutput<typeof ExpectedPreviewAnswer>;

const ROWS = [
  ['Findings that need action', ({ findings }) => findings.needsAction],
  ['Failing requests', ({ failedRequests }) => failedRequests],
  ['Expected requests', ({ expectedRequests }) => expectedRequests],
] as const satisfies readonly (readonly [string, (summary: v.InferOutput<typeof Summary>) => number])[];

/** What an expected change would cover, and when it ends, before it is saved. */
export function expectedPreview(
  { items, before, after, cut }: ExpectedPreview,
  { affectedRequests, now }: { affectedRequests: number; now: number },
): Html {
  const covered = Math.min(affectedRequests, coveredBy(items));
  return html`<section class="pad preview stack" aria-labelledby="covers" role="status"><h3 id="covers">Preview, nothing is saved</h3>
<p>Covers <strong>${count(covered)} of ${counted(affectedRequests, 'request')}</strong> of this finding. Another field, another kind or another change of this field stays a finding.</p>
<table class="values"><caption class="hidden">Effect on this run</caption><thead><tr><th scope="col"><span class="hidden">Number</span></th><th scope="col" class="number">Now</th><th scope="col" class="number">With this</th></tr></thead><tbody>
<tr><th scope="row">State</th><td class="number">${STATE_LABELS[before.state].name}</td><td class="number">${STATE_LABELS[after.state].name}</td></tr>
${ROWS.map(([text, of]) => html`<tr><th scope="row">${text}</th><td class="number">${count(of(before))}</td><td class="number">${of(before) === of(after) ? count(of(after)) : html`<strong>${count(of(after))}</strong>`}</td></tr>`)}</tbody></table>
${items[0] && html`<p class="small">${endSentence(items[0], now)}</p>`}${cut && html`<p class="small muted">The run has more failing requests than a preview compares. The others count as stored</p>`}</section>`;
}

/** Requests that the items cover: of the fields of an endpoint, the one of most. A request may be expected already. */
const coveredBy = (items: ExpectedPreview['items']): number =>
  sumOf(Map.groupBy(items, ({ operation, methods }) => JSON.stringify([operation, methods])).values(), (fields) =>
    Math.max(...fields.map(({ covers }) => covers ?? 0)),
  );

/** When an expected change would end, and what would keep it. */
function endSentence({ older: { recordings, isCut, pinned, endsAt }, ended }: ExpectedItem, now: number): Html {
  if (ended) return html`Ends now: no recording is older.`;
  const many = html`${isCut && 'more than '}${counted(recordings, 'recording')}`;
  return pinned > 0
    ? html`Never ends automatically: of ${many} made before now, <strong>${counted(pinned, 'recording')}</strong> ${pinned === 1 ? 'is' : 'are'} pinned.`
    : html`Ends ${endsAt !== null && relativeTime(Date.parse(endsAt), now)}, when the last of ${many} made before now expires. No recording of them is pinned.`;
}

/** When an expected change ends: `in 4 days, with the last of 402 older recordings`. */
export function endText({ older, ended }: Pick<ExpectedItem, 'older' | 'ended'>, now: number): Html {
  const { recordings, isCut, pinned, endsAt } = older;
  if (ended) return html`now: no recording is older`;
  if (pinned > 0)
    return html`never automatically: <strong>${counted(pinned, 'pinned recording')}</strong> ${pinned === 1 ? 'is' : 'are'} older`;
  const at = endsAt === null ? null : relativeTime(Date.parse(endsAt), now);
  return html`${at}, with the last of ${isCut && 'more than '}${counted(recordings, 'older recording')}`;
}
