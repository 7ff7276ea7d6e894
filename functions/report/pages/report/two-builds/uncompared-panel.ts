import { html } from 'hono/html';
import type { Uncompared } from '../../../../findings/domain/findings.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../../platform/pages-shell/application-layout.ts';
import { counted } from '../../../../platform/pages-shell/texts.ts';
import { sumOf } from '../../../../platform/values/sum-of.ts';
import type { Cluster } from '../../../../replay/domain/results/clusters.ts';
import { shownEndpoint } from '../shown-endpoint.ts';
import { UNCOMPARED_TEXTS } from './uncompared-texts.ts';

/** Requests of a run with a running build that were not compared, and why; null if all were. */
export function uncomparedPanel(
  appId: string,
  uncompared: Uncompared | undefined,
  clusters: readonly Cluster[],
): Html | null {
  if (uncompared === undefined) return null;
  const advice = adviceOf(`${applicationPath(appId)}/settings`);
  return html`<section class="panel pad" aria-labelledby="uncompared"><h2 id="uncompared">Not compared</h2><ul class="small">${UNCOMPARED_TEXTS.map(
    ([why, , cause]) =>
      uncompared[why] > 0 &&
      html`<li class="prose">${counted(uncompared[why], 'request')} of ${endpointsOf(clusters, cause)}: ${advice[why]}</li>`,
  )}</ul></section>`;
}

const adviceOf = (settings: string): Readonly<Record<keyof Uncompared, Html | string>> => ({
  refused: html`both builds answered 401. <a href="${settings}/login">Set a login</a>`,
  failed: 'the running build did not answer, or answered with 429 or 5xx unlike the recording',
  leftOut: html`they change data that both builds may share, or the settings leave them out. <a href="${settings}/replay#changingRequests">The setting</a> may send them to both`,
});

/** The endpoint of most requests without a result for this cause, and how many others there are. */
function endpointsOf(clusters: readonly Cluster[], cause: string): Html {
  const ofCause = clusters.filter(({ failure, hasResult }) => !hasResult && failure === cause);
  const endpoints = [...Map.groupBy(ofCause, endpointKey).values()];
  const [most = []] = endpoints.toSorted((a, b) => requestsOf(b) - requestsOf(a));
  const [{ operation = '', method = null } = {}] = most;
  const others = endpoints.length - 1;
  return html`${shownEndpoint({ operationName: operation, method })}${others > 0 && html` <span class="muted nowrap">+${others}</span>`}`;
}

const endpointKey = ({ operation, method }: Cluster): string => JSON.stringify([operation, method]);

const requestsOf = (clusters: readonly Cluster[]): number => sumOf(clusters, ({ requests }) => requests);
