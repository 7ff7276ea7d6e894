import { html } from 'hono/html';
import { stateLabels } from '../../findings/domain/state-labels.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { counted } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { runState } from '../../replay/domain/plan.ts';
import { runTitle } from '../../replay/domain/run-title.ts';
import type { Run } from '../../replay/service/runs-of.ts';
import type { LastDelivery } from '../domain/last-delivery.ts';

/** The last delivery of a channel with its run; undefined if that has expired. */
export interface ShownDelivery {
  last: LastDelivery;
  run: Run | undefined;
}

/** When the last message of a channel was sent and about what, or why it was not. */
export function lastText({ last, run }: ShownDelivery, now: number): Html {
  const when = relativeTime(last.at, now);
  if (last.state !== 'SENT') return html`${when}: ${failureText(last)}`;
  return run === undefined ? html`${when}` : html`${when}: ${aboutRun(run)}`;
}

const aboutRun = ({ plan, round }: Run): Html =>
  html`${stateLabels(runState(plan, round)).name}, <a href="/report/${plan.planId}">${visible(runTitle(plan))}</a>`;

function failureText({ state, httpStatus, attempts }: LastDelivery): Html {
  if (state === 'DROPPED_RATE') return html`left out, because the receiver takes no more in this time`;
  const tried = attempts > 1 && html`, tried ${attempts} times`;
  if (httpStatus !== null) return html`answered <strong>${httpStatus}</strong>${tried}`;
  return state === 'UNKNOWN' ? html`unknown whether it arrived${tried}` : html`not delivered${tried}`;
}

/** What to do about messages that were not delivered; null where the last one was. */
export function failuresText({ last }: ShownDelivery, now: number): Html | null {
  const { failures, failingSince, httpStatus } = last;
  if (failures === 0) return null;
  return html`${counted(failures, 'result')} ${failures === 1 ? 'was' : 'were'} not delivered since ${relativeTime(failingSince, now)}. ${adviceOf(httpStatus)}`;
}

function adviceOf(status: number | null): string {
  if (status === 404 || status === 410) return 'The address is no longer there: edit it, then send a test.';
  if (status === 401 || status === 403)
    return 'The receiver refuses the address or the secret: edit them, then send a test.';
  return 'Check that the receiver is up, then send a test.';
}
