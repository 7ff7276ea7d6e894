import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { serviceAddress } from '../../platform/http/pages/service-address.ts';
import { copyBlock } from '../../platform/pages-shell/copy-block.ts';
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

/** How an application sends its logs, with lines to copy for an SDK, a Collector and a shell. */
export const sendLogs = (request: PageRequest, config: LogServices['config']): Html =>
  html`<section class="panel pad stack" aria-labelledby="send"><h2 id="send">Send logs</h2>
<p>Logs come from your application, by OpenTelemetry. Each entry with a trace id then stands beside its request, recorded and replayed. It arrives within three minutes.</p>
${WAYS.map(([name, note, lines]) => html`<h3>${name} <span class="muted">${note}</span></h3>${copyBlock(lines(serviceAddress(request, config)), `Copy: ${name}`)}`)}
<div class="row small">${request.may('admin') && html`<a class="button tiny" href="/console/keys">Create a key for logs</a>`}<a class="quiet-link" href="/openapi#tag/Logs/operation/takeLogs">API reference: take logs in</a><span class="muted">A key with the scope record. More in docs/logs.md</span></div></section>`;
