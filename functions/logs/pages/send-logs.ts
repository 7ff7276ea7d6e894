import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { serviceAddress } from '../../platform/http/pages/service-address.ts';
import { copyBlock } from '../../platform/pages-shell/copy-block.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import type { LogServices } from '../composition.ts';

/** The three ways to send entries, each as lines to copy. */
const WAYS: readonly (readonly [name: string, note: string, lines: (address: string) => string])[] = [
  [
    'Any OpenTelemetry SDK',
    'Three variables, no change of code',
    (address) => `export OTEL_LOGS_EXPORTER=otlp
export OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=${address}/v1/logs
export OTEL_EXPORTER_OTLP_LOGS_HEADERS=x-api-key=$SVC_TOKEN`,
  ],
  [
    'Your Collector',
    'Beside the exporter that you have',
    (address) => `exporters:
  otlphttp/replay:
    logs_endpoint: ${address}/v1/logs
    headers:
      x-api-key: \${env:SVC_TOKEN}`,
  ],
  [
    'One line from a shell',
    'To see that it works',
    (address) => `curl ${address}/v1/logs -H "x-api-key: $SVC_TOKEN" -H 'content-type: application/json' -d '{
  "resourceLogs": [{"scopeLogs": [{"logRecords": [
    {"traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "body": {"stringValue": "hello"}}
  ]}]}]
}'`,
  ],
];

/** How an application sends its logs, with lines to copy. `isWaiting`: the page follows until the first entry is in. */
export const sendLogs = (request: PageRequest, config: LogServices['config'], isWaiting: boolean): Html =>
  html`<section class="panel block" aria-labelledby="send"><div class="panel-head"><h2 id="send">Three ways to send</h2></div>
${WAYS.map(([name, note, lines]) => html`<div class="setting code-row"><div><strong>${name}</strong><p class="small muted">${note}</p></div>${copyBlock(lines(serviceAddress(request, config)), `Copy: ${name}`)}</div>`)}
<div class="panel-foot row small"><span class="muted">A key with the scope record. An entry arrives within three minutes.</span><a class="quiet-link" href="/openapi#tag/Logs/operation/takeLogs">API reference: take logs in</a></div>
${isWaiting && html`<p class="panel-foot" id="waiting" role="status" data-live data-every="5">${icon('clock')} <strong>Waiting for the first entry.</strong> <span class="muted">This page updates automatically.</span></p>`}</section>`;
