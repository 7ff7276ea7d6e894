import { html } from 'hono/html';
import { endpointLabel, endpointNames } from '../../../../findings/domain/endpoint-labels.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { icon } from '../../../../platform/pages-shell/icon.ts';
import { meter } from '../../../../platform/pages-shell/meter.ts';
import { count, counted, ms } from '../../../../platform/pages-shell/texts.ts';
import type { EndpointRow } from '../../../domain/endpoint-rows.ts';
import type { FindingFilter } from '../../../domain/finding-rows.ts';
import { limitText } from '../../../domain/latency-limit.ts';
import type { LatencyRow } from '../../../domain/latency-rows.ts';
import { reportPath, withQuery } from '../../report-links.ts';
import { shownEndpoint } from '../shown-endpoint.ts';
import { THREE_HEADS } from './three-values.ts';

/** The kind by which the list of findings is filtered for these. */
export const SLOWER = 'SLOWER';

/** Maximum endpoints that the group lists, the slowest first. */
const MAX_ROWS = 20;

/** The endpoints that a reader of the list looks for: durations have no field, and none is new. */
export const filteredSlower = (
  rows: readonly LatencyRow[],
  { text, endpoint, kind, isNewOnly }: FindingFilter,
): LatencyRow[] =>
  isNewOnly || (kind !== '' && kind !== SLOWER)
    ? []
    : rows.filter((row) => {
        const named = { operationName: row.operation, ...(row.method && { methods: [row.method] }) };
        const wanted = text.trim().toLowerCase();
        return (
          (endpoint === '' || endpointNames(named).includes(endpoint)) &&
          (wanted === '' || endpointLabel(named).toLowerCase().includes(wanted))
        );
      });

/** The endpoints over the limit of latency, as a group of the findings; they change neither state nor counts. */
export function slowerGroup(
  planId: string,
  slower: readonly LatencyRow[],
  { limit, endpoints, columns }: { limit: number; endpoints: readonly EndpointRow[]; columns: number },
): Html | null {
  if (slower.length === 0) return null;
  const left = slower.length - MAX_ROWS;
  const total = ({ operation, method, requests }: LatencyRow) =>
    endpoints.find((one) => one.operation === operation && one.method === method)?.requests ?? requests;
  return html`<tbody><tr class="group"><th colspan="${columns}" scope="rowgroup">Slower <span class="count">${count(slower.length)}</span> <span class="small muted">p95 over ${limitText(limit)} of the running build. Changes no state</span></th></tr>
${slower.slice(0, MAX_ROWS).map((row) => rowOf(planId, row, total(row)))}${left > 0 && html`<tr><td colspan="${columns}" class="muted">and ${counted(left, 'other')}</td></tr>`}</tbody>`;
}

function rowOf(planId: string, { operation, method, requests, recorded, replayed, ratio }: LatencyRow, total: number) {
  const path = withQuery(reportPath(planId), { tab: 'latency' });
  const endpoint = shownEndpoint({ operationName: operation, method: method ?? null });
  const values = [
    html`<span class="muted">–</span>`,
    html`<span class="value baseline">${ms(recorded?.p95 ?? null)}</span>`,
    html`<span class="value target">${ms(replayed?.p95 ?? null)}</span>`,
  ];
  return html`<tr class="finding"><td class="pick"></td>
<th scope="row"><span class="kind">${icon('review', 'warn')} Slower</span></th>
<td><span class="mono">p95, ${(ratio?.p95 ?? 0).toFixed(2)}×</span></td>
${THREE_HEADS.map((head, at) => html`<td data-label="${head}">${values[at]}</td>`)}
<td class="c-endpoint"><span class="cut">${endpoint}</span></td>
<td class="c-count"><a href="${path}">${count(requests)} <span class="muted">of ${count(total)}</span></a>${meter(requests / Math.max(1, total), 'warn')}</td>
<td class="actions"><a href="${path}">Latency<span class="hidden"> of ${endpoint}</span></a></td></tr>
`;
}
