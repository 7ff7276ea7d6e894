import { html } from 'hono/html';
import type { Mark } from '../../../findings/store/marks.ts';
import { windowsOf } from '../../../logs/domain/lookup-windows.ts';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm, csrfField, field } from '../../../platform/pages-shell/form-parts.ts';
import { layout } from '../../../platform/pages-shell/layout.ts';
import { time } from '../../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { cutText, ms, short } from '../../../platform/pages-shell/words.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { ReplayPlan } from '../../../replay/domain/plan.ts';
import type { PlannedCase } from '../../../replay/domain/results/chunk.ts';
import type { ResultHead } from '../../../replay/store/result-rows.ts';
import type { ReportServices } from '../../services.ts';
import { casePath, casesPath, reportPath, withQuery } from '../report-links.ts';
import { doneNotice } from '../report-notices.ts';
import { bodySection } from './body-section.ts';
import { callsSection } from './calls-section.ts';
import { currentDifferences, differencesSection, subjectFacts } from './differences-section.ts';
import { neighboursOf } from './failing-cases.ts';
import { headersSection } from './headers-section.ts';
import { mappedSection } from './mapped-section.ts';
import { positionOf } from './position-of.ts';
import { requestSection } from './request-sections.ts';
import { shownCaseJob } from './shown-case.ts';
import { type ShownRequest, shownCallsJob } from './shown-request.ts';

/**
 * One request of a replay (interface 13): its differences, both responses side by side, and links to its neighbours.
 */
export const casePage: Page<
  Pick<
    ReportServices,
    'plans' | 'results' | 'findings' | 'rules' | 'noise' | 'marks' | 'failingCases' | 'recordings' | 'work'
  >
> = {
  method: 'GET',
  path: '/report/{planId}/cases/{item}',
  scope: 'read',

  async answer(request, services) {
    const { plans, results, findings, rules, noise, work } = services;
    const { planId = '', item: text = '' } = request.params;
    const plan = /^\d{1,8}$/.test(text) ? await plans.find(planId) : undefined;
    const round = plan && (await plans.findRound(planId, plan.round));
    const planned = round && (await results.findPlanned(planId, round, Number(text)));
    if (!plan || !round || !planned) return { html: problemPage('not-found', request), status: 404 };
    const { item, operation } = planned.case;
    const [stored, mark, failing, inForce, suggested, recording] = await Promise.all([
      results.findUnread(planId, round.round, planned.chunk, item),
      services.marks.find(planId, round.round, item),
      services.failingCases.of(plan, round),
      rules.inForce(plan.appId),
      noise.suggested(planId, round.round),
      services.recordings.storedPayload(planned.case.caseId),
    ]);
    const rulesOf = findings.rulesByOperation(inForce, suggested);
    const around = failing ? neighboursOf(failing, item) : { previous: null, next: null };
    const page = (body: Html) => ({
      html: layout({
        title: `${cutText(operation, 100)}, request ${item + 1}`,
        request,
        section: 'runs',
        trail: [
          { href: '/console/replays', text: 'Replays' },
          { href: reportPath(planId), text: `${plan.appId}: ${plan.planName}` },
          { href: casesPath(planId, { operation }), text: 'Requests' },
        ],
        body: html`${doneNotice(request.query)}${caseNavigation(planId, around)}${body}`,
      }),
    });
    const unreadable = async () =>
      (await results.isUnreadable(planId, round.round, planned.chunk, item)) &&
      page(html`<p>The result of this request cannot be read: what is stored of it is damaged.</p>`);
    if (stored === undefined)
      return (
        (await unreadable()) ||
        page(
          html`<p>This request has no result${round.interruption !== null && html`: ${visible(round.interruption)}`}</p>`,
        )
      );

    const isMasked = !request.may('write');
    const { head } = stored;
    const { query } = request;
    const part = {
      isRaw: query.get('view') === 'raw',
      from: positionOf(query.get('from')),
      replayedFrom: query.has('replayedFrom') ? positionOf(query.get('replayedFrom')) : null,
    };
    const [shown, calls] = await Promise.all([
      work.run(
        shownCaseJob,
        async () => ({ stored: await stored.stored.bytes(), isMasked, rules: inForce, operation, ...part }),
        { bytes: stored.stored.size, urgent: true },
      ),
      recording &&
        work.run(shownCallsJob, async () => ({ stored: await recording.bytes(), isMasked }), {
          bytes: recording.size,
          urgent: true,
        }),
    ]);
    if (!shown.ok || shown.value === null)
      return (
        (shown.ok && (await unreadable())) ||
        page(
          html`<p>${shown.ok ? 'The answers of this request have expired' : 'The answers of this request are too large to be shown'}.</p>${logsSection(planned.case, head)}`,
        )
      );
    const today = rulesOf(operation);
    const all = currentDifferences(shown.value, today);
    const isFailing = all.some(({ rule }) => rule === null) || head.outcome.truncated;
    const ofPage = { planId, item, operation, mayWrite: !isMasked };
    return page(html`${facts(planned.case, head, shown.value.request, isFailing, mark, recording !== undefined)}
${markForms(request, plan, head, isFailing, mark)}
${differencesSection(ofPage, all, today)}
${mappedSection(planId, shown.value.mapped)}
${bodySection(shown.value, subjectFacts(all), { ...part, path: casePath(planId, item) })}
${headersSection(shown.value.headers.recorded, shown.value.headers.replayed)}
${requestSection(shown.value.request)}
${callsSection(shown.value.calls ?? (calls?.ok ? calls.value : null), head.calls ?? null)}
${logsSection(planned.case, head)}`);
  },
};

const caseNavigation = (
  planId: string,
  { previous, next }: { previous: number | null; next: number | null },
): Html | null =>
  previous === null && next === null
    ? null
    : html`<nav class="row" aria-label="Failing requests">${previous !== null && html`<a class="button tiny" rel="prev" href="${casePath(planId, previous)}">← Previous failing request</a>`}${next !== null && html`<a class="button tiny" rel="next" href="${casePath(planId, next)}">Next failing request →</a>`}</nav>`;

function facts(
  planned: PlannedCase,
  head: ResultHead,
  { method, path }: Pick<ShownRequest, 'method' | 'path'>,
  isFailing: boolean,
  mark: Mark | undefined,
  isRecorded: boolean,
): Html {
  return html`<p><span class="badge ${isFailing ? 'bad' : 'good'}">${isFailing ? 'fails' : 'passes'}</span>${mark && html` <span class="badge quiet">marked passed</span>`} <code>${method} ${short(path, 500)}</code></p>
<dl class="pairs"><dt>Status</dt><dd>${head.recordedStatus ?? 'none'} → ${head.replayedStatus ?? html`no answer${head.outcome.failure !== null && html` (${head.outcome.failure})`}`}</dd><dt>Time</dt><dd>${ms(head.recordedMs)} → ${ms(head.replayedMs)}</dd><dt>Recorded</dt><dd>${time(planned.recordedAt)}</dd>${head.replayedAt !== undefined && html`<dt>Replayed</dt><dd>${time(head.replayedAt)}</dd>`}<dt>Case</dt><dd>${isRecorded ? html`<a href="/console/cases/${encodeURIComponent(head.caseId)}"><code>${head.caseId}</code></a>` : html`<code>${head.caseId}</code>, which has expired`}</dd><dt>Trace id</dt><dd><code>${head.traceId}</code></dd><dt>Replay id</dt><dd><code>${head.replayId}</code></dd></dl>`;
}

function markForms(
  request: PageRequest,
  { planId }: ReplayPlan,
  { item }: ResultHead,
  isFailing: boolean,
  mark: Mark | undefined,
): Html | null {
  if (mark) {
    return html`<div class="notice info"><p>Marked passed by ${visible(mark.markedBy)} at ${time(mark.markedAt)}${mark.comment !== null && html`: ${visible(mark.comment)}`}</p>${request.may('write') && actionForm(request, `${casePath(planId, item)}/unmark`, 'Take the mark back')}</div>`;
  }
  if (!isFailing || !request.may('write')) return null;
  return html`<form method="post" action="${casePath(planId, item)}/mark" class="row end">${csrfField(request)}${field({ name: 'comment', label: 'Why it passes', maxlength: 2000 })}<div class="field"><button class="primary">Mark passed</button></div></form>`;
}

/**
 * Links to the log lookup: one window around each time, combined or separate, but never one that spans both (spec 4.9
 * rule 5).
 */
function logsSection({ traceId, recordedAt }: PlannedCase, { replayedAt }: ResultHead): Html {
  const windows = windowsOf(recordedAt, replayedAt ?? null);
  const both = withQuery('/console/logs', {
    trace_id: traceId,
    recorded: isoText(recordedAt),
    ...(replayedAt !== undefined && { replayed: isoText(replayedAt) }),
  });
  return html`<section aria-labelledby="logs"><h2 id="logs">Logs</h2><p><a href="${both}">Log rows of this request</a>: those of its trace within two minutes of the recording and of the replay. Each by itself:</p><ul class="small">${windows.map(
    ({ since, until }) =>
      html`<li><a href="${withQuery('/console/logs', { trace_id: traceId, since: isoText(since), until: isoText(until) })}">${time(since)} to ${time(until)}</a></li>`,
  )}</ul></section>`;
}
