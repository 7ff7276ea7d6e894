import { html } from 'hono/html';
import type { AnalysisContent } from '../../../analysis/store/analysis-row.ts';
import { logsPath } from '../../../logs/pages/parts/logs-links.ts';
import type { SecondAnswers } from '../../../noise/domain/noise-facts.ts';
import { requestAnswersText } from '../../../noise/domain/second-answer-texts.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { endpointName } from '../../../platform/pages-shell/endpoint-name.ts';
import { time } from '../../../platform/pages-shell/list-parts.ts';
import { count, cutText, short } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { PlannedCase } from '../../../replay/domain/results/chunk.ts';
import type { ResultHead } from '../../../replay/domain/results/result-head.ts';
import { casesPath, withQuery } from '../report-links.ts';
import { positionInSession } from './session-part.ts';

type Cause = AnalysisContent['changes'][number];

/** The code change that the analysis names as the cause of this request's differences. */
export function causePart(cause: Cause | null): Html | null {
  if (cause === null) return null;
  const { entry, affectedCases, consecutive } = cause;
  const { location } = entry;
  const fileAndLine = location && [location.file, location.line].filter((part) => part !== null).join(':');
  return html`<details open><summary>Likely cause</summary><div class="body stack small"><p>${visible(entry.title)}</p>${
    location !== null &&
    html`<p>${fileAndLine !== '' && html`<code>${visible(fileAndLine ?? '')}</code><br>`}${location.symbol !== null && html`<code>${visible(location.symbol)}</code>`}</p>`
  }<p class="muted">${consecutive === 1 ? 'First seen in this run' : `Seen in ${count(consecutive)} runs in a row`}, ${count(affectedCases)} ${affectedCases === 1 ? 'request' : 'requests'}</p></div></details>`;
}

/** Whether noise reduction sent the request again, and why not; null where it did not judge the request. */
export function sentAgainPart(secondAnswers: SecondAnswers | undefined): Html | null {
  const sentences = secondAnswers ? requestAnswersText(secondAnswers) : [];
  if (sentences.length === 0) return null;
  return html`<details open><summary>Noise reduction</summary><div class="body stack small">${sentences.map((text) => html`<p>${text}</p>`)}</div></details>`;
}

/** Why the differences of a request say nothing about the build; null if they do. */
export function cutPart({ outcome }: Pick<ResultHead, 'outcome'>): Html | null {
  return outcome.cut
    ? html`<details open><summary>Session without its login</summary><div class="body stack small"><p>Its session began before the recordings, and the target does not know its credentials. So its differences say nothing about the build: they count as one finding to review.</p></div></details>`
    : null;
}

/** What is known of the request, its recording and its replay. `recording` is undefined if it has expired. */
export function detailsPart(
  planId: string,
  planned: PlannedCase,
  {
    head,
    recording,
    ofSession,
  }: { head: ResultHead; recording: CaseHead | undefined; ofSession: readonly PlannedCase[] },
): Html {
  const { operation, method, session, recordedAt } = planned;
  const position = positionInSession(ofSession, planned.item);
  const tags = Object.entries(recording?.tags ?? {}).map(([name, value]) => `${name}=${value}`);
  const caseId = html`<code title="${visibleText(head.caseId)}">${visible(cutText(head.caseId, 16))}</code>`;
  const sessionId =
    session !== null && html`<span title="${visibleText(session)}">${visible(cutText(session, 16))}</span>`;
  return html`<details open><summary>Details</summary><dl class="body pairs">
<dt>Endpoint</dt><dd><a href="${casesPath(planId, { operation })}">${endpointName(operation.startsWith(`${method} `) ? null : method, operation)}</a></dd>
<dt>Recorded</dt><dd>${time(recordedAt)}</dd>
${head.replayedAt !== undefined && html`<dt>Replayed</dt><dd>${time(head.replayedAt)}</dd>`}
${session !== null && html`<dt>Session</dt><dd>${position === null ? sessionId : html`<a href="#session">${sessionId}</a>, ${position}`}</dd>`}
${tags.length > 0 && html`<dt>Tags</dt><dd>${tags.map((tag, index) => html`${index > 0 && ', '}<code>${short(tag)}</code>`)}</dd>`}
<dt>Recording</dt><dd>${recording === undefined ? html`${caseId}, expired` : html`<a href="/console/cases/${encodeURIComponent(head.caseId)}">${caseId}</a>`}</dd>
<dt>Trace</dt><dd><code>${head.traceId}</code></dd>
<dt>Replay id</dt><dd><code>${head.replayId}</code></dd></dl></details>`;
}

/** A link to the logs of the request's trace, around its recording and its replay (spec 4.9 rule 5). */
export function logsPart(
  { planId, appId }: { planId: string; appId: string },
  { traceId, recordedAt }: Pick<PlannedCase, 'traceId' | 'recordedAt'>,
  { replayedAt }: Pick<ResultHead, 'replayedAt'>,
): Html {
  const logs = withQuery(logsPath(appId), {
    trace_id: traceId,
    run: planId,
    recorded: isoText(recordedAt),
    ...(replayedAt !== undefined && { replayed: isoText(replayedAt) }),
  });
  return html`<details><summary>Logs</summary><div class="body stack small"><p><a class="quiet-link" href="${logs}">Logs of this trace</a></p><p class="muted">Within two minutes of the recording and of the replay</p></div></details>`;
}
