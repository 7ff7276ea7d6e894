import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../../platform/pages-shell/application-layout.ts';
import { count } from '../../../../platform/pages-shell/texts.ts';
import type { SentToBoth, WhySentToBoth } from '../../../../replay/domain/results/sent-to-both.ts';

const NOTHING_SENT: SentToBoth = { mocks: 0, separateData: 0, login: 0 };

/**
 * Requests of a run with a running build that change data: those sent to both, and those left out; null if there were
 * none.
 */
export function changingPanel(appId: string, sent: SentToBoth = NOTHING_SENT, leftOut = 0): Html | null {
  const reasons = SENT.filter(([why]) => sent[why] > 0);
  if (reasons.length === 0 && leftOut === 0) return null;
  return html`<section class="panel pad" aria-labelledby="changing"><h2 id="changing">Requests that change data</h2><ul class="small">${reasons.map(
    ([why, text]) => html`<li>${were(sent[why])} sent to both: ${text}</li>`,
  )}<li class="prose">${were(leftOut)} left out${leftOut > 0 && html`: both builds may share their data, or the settings leave them out. <a href="${applicationPath(appId)}/settings/replay#changingRequests">Change the setting</a>`}</li></ul></section>`;
}

const were = (requests: number): string => `${count(requests)} ${requests === 1 ? 'was' : 'were'}`;

const SENT: readonly (readonly [why: WhySentToBoth, text: string])[] = [
  ['mocks', 'mocks answered their calls'],
  ['separateData', 'each build has its own data'],
  ['login', 'each build issues its own credentials'],
];
