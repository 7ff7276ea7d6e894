import { html } from 'hono/html';
import { stateBadge } from '../../../findings/pages/parts/state-badge.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { facts, percent, time } from '../../../platform/pages-shell/list-parts.ts';
import { count, counted, durationText } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { AttemptAnswer } from '../evaluation-answers.ts';
import { artifactLink } from '../evaluation-links.ts';
import { ATTEMPT_LABELS } from './run-texts.ts';

/** The attempts of a run, newest first (evaluation 3.8); open while one of them runs. */
export function attemptsSection(attempts: readonly AttemptAnswer[]): Html {
  const newest = attempts.toSorted((a, b) => b.ordinal - a.ordinal);
  const [last] = newest;
  if (last === undefined) return html`<p class="panel-foot muted">No attempts yet</p>`;
  return html`<details class="panel-foot" id="attempts"${last.ended_at === null && html` open`}><summary>${counted(attempts.length, 'attempt')}${lengthOf(last)}, on ${last.host.kind === 'managed' ? 'this service' : 'a registered host'}</summary>${newest.map(attemptPart)}</details>`;
}

const lengthOf = ({ started_at, ended_at }: AttemptAnswer): string =>
  started_at === null || ended_at === null ? '' : `, ${durationText(ended_at - started_at)}`;

function attemptPart(attempt: AttemptAnswer): Html {
  const { name, tone, next } = ATTEMPT_LABELS[attempt.status];
  const { replay, projection, lease, status_reason, diagnostics } = attempt;
  return html`<article class="panel pad" aria-labelledby="${attempt.attempt_id}"><h3 id="${attempt.attempt_id}">Attempt ${attempt.ordinal} ${badge(name, tone)}</h3>
<p>${next}</p>${status_reason !== null && html`<p>${visible(status_reason.detail)}</p>`}
${
  attempt.status === 'running' &&
  html`<p><label for="progress-${attempt.ordinal}">Progress</label> <progress id="progress-${attempt.ordinal}" max="1" value="${attempt.progress}">${percent(attempt.progress)}</progress> ${percent(attempt.progress)}</p>`
}
${diagnostics.length > 0 && html`<ul>${diagnostics.map(({ code, detail }) => html`<li><code>${visible(code)}</code> ${visible(detail)}</li>`)}</ul>`}
${facts([
  ['Attempt', html`<code>${attempt.attempt_id}</code>`],
  [
    'Run',
    replay &&
      html`<a href="/report/${replay.plan_id}">Report</a>${replay.findings_state !== null && html` ${stateBadge(replay.findings_state)}`}`,
  ],
  [
    'Host',
    attempt.host.kind === 'managed' ? 'the service' : html`worker <code>${visible(attempt.host.host_id)}</code>`,
  ],
  ['Lease', lease && html`epoch ${lease.epoch}, until ${time(lease.expires_at)}`],
  ['Runner', artifactLink(attempt.runner_version)],
  ['Trace', html`<code>${attempt.trace_id}</code>`],
  [
    'Evidence',
    attempt.evidence.length > 0 &&
      html`${attempt.evidence.map(({ role, digest }, index) => html`${index > 0 && ', '}${visible(role)} ${artifactLink(digest)}`)}`,
  ],
  ['Result', artifactLink(attempt.native_result_artifact)],
  [
    'Scores',
    projection.status !== 'none' &&
      html`${count(projection.projected_count)}, ${projection.status}${projection.unsupported_fields.length > 0 && html`; not projected: ${visible(projection.unsupported_fields.join(', '))}`}`,
  ],
  ['Started', time(attempt.started_at)],
  ['Ended', time(attempt.ended_at)],
])}</article>`;
}
