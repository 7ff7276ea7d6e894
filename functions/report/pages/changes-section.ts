import { html } from 'hono/html';
import * as v from 'valibot';
import { KIND_WORDS } from '../../compare/domain/kind-words.ts';
import { Kind } from '../../compare/domain/kinds.ts';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { count, counted, short } from '../../platform/pages-shell/words.ts';
import { casesPath, reportPath } from './report-links.ts';

const Finding = v.object({
  kind: Kind,
  subject: v.string(),
  operationName: v.string(),
  affectedRequests: v.number(),
  totalRequests: v.number(),
});
type Finding = v.InferOutput<typeof Finding>;

const Changes = v.object({
  since: v.nullable(v.string()),
  new: v.array(Finding),
  gone: v.array(Finding),
  unchanged: v.array(Finding),
});
export type Changes = v.InferOutput<typeof Changes>;

/** Maximum rows of each list. */
const MAX_SHOWN = 15;

/** Differences added and removed since the last CLEAN run, or the one before. Null if they are not known. */
export async function readChanges({ ask }: PageRequest, planId: string): Promise<Changes | null> {
  const answer = await ask('GET', '/api/replays/{planId}/changes', { params: { planId } });
  const read = v.safeParse(Changes, answer.body);
  return answer.status === 200 && read.success ? read.output : null;
}

/** Added, removed and unchanged differences since an earlier run of the application. */
export function changesSection(planId: string, changes: Changes | null): Html | null {
  if (changes === null) return null;
  const { since } = changes;
  if (since === null) {
    return html`<section aria-labelledby="changes"><h2 id="changes">Since the last run</h2><p class="empty">There is no earlier run of this application to compare with.</p></section>`;
  }
  return html`<section aria-labelledby="changes"><h2 id="changes">Since the last run</h2>
<p>Compared with <a href="${reportPath(since)}">${since}</a>: ${counted(changes.new.length, 'new difference')}, ${count(changes.gone.length)} gone, ${count(changes.unchanged.length)} unchanged.</p>
<div class="columns">${list('New', changes.new, planId)}${list('Gone', changes.gone, since)}</div></section>`;
}

const list = (title: string, findings: readonly Finding[], planId: string): Html | null =>
  findings.length === 0
    ? null
    : html`<div><h3>${title}</h3><ul class="small">${findings
        .slice(0, MAX_SHOWN)
        .map(
          ({ kind, subject, operationName, affectedRequests, totalRequests }) =>
            html`<li><a href="${casesPath(planId, { operation: operationName, kind, subject })}">${short(operationName)}</a> ${KIND_WORDS[kind].en} <code>${short(subject)}</code> <span class="muted">${count(affectedRequests)} of ${count(totalRequests)}</span></li>`,
        )}${findings.length > MAX_SHOWN && html`<li class="muted">and ${counted(findings.length - MAX_SHOWN, 'other')}</li>`}</ul></div>`;
