import { JsonLogsSerializer, ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { freePort } from '../test/support/free-port.ts';
import { ADMIN_KEY, startProcess, temporaryDataDir } from '../test/support/running-service.ts';
import { figure } from './support/figure.ts';
import { residentMiB } from './support/measure/resident-memory.ts';
import { runBench } from './support/run-bench.ts';

const ROWS = 1_000_000;
const RECORDS_PER_EXPORT = 10_000;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const START_SECONDS = 1_700_000_000;
const SERIALIZERS = { protobuf: ProtobufLogsSerializer, JSON: JsonLogsSerializer } as const;

/**
 * `npm run bench:logs`: ingests a million rows of one trace by OTLP and looks them up. Memory before and during the
 * lookups.
 */
await runBench(`a trace of ${ROWS} log rows`, async (running) => {
  const { dataDir, remove } = temporaryDataDir();
  running.defer(remove);
  const filled = await startProcess({ dataDir, port: await freePort() });
  const rates = {
    protobuf: await sendLogs(filled.url, 'protobuf', 0),
    JSON: await sendLogs(filled.url, 'JSON', ROWS / 2),
  };
  const afterIntake = residentMiB(filled.pid);
  const warm = await queryLogs(filled, ROWS);
  await filled.stop();

  const service = await startProcess({ dataDir, port: await freePort() });
  running.defer(async () => void (await service.stop()));
  await queryLogs(service, 1000);
  const before = residentMiB(service.pid);
  const first = await queryLogs(service, ROWS);
  const second = await queryLogs(service, ROWS);
  const third = await queryLogs(service, ROWS);
  return [
    figure('taken in, protobuf', rates.protobuf, 'rows/s'),
    figure('taken in, JSON', rates.JSON, 'rows/s'),
    figure('looked up', ROWS / first.seconds, 'rows/s'),
    figure('an answer', first.bytes / 1024 / 1024, 'MiB'),
    figure('memory after the intake', afterIntake, 'MiB'),
    figure('growth by a lookup after the intake', warm.peak - afterIntake, 'MiB'),
    figure('memory of a fresh process', before, 'MiB'),
    figure('growth by one lookup (goal 50)', first.peak - before, 'MiB'),
    figure('  by two', second.peak - before, 'MiB'),
    figure('  by three', third.peak - before, 'MiB'),
  ];
});

/** Half a million rows in the encoding. Returns rows per second. */
async function sendLogs(url: string, encoding: keyof typeof SERIALIZERS, from: number): Promise<number> {
  let seconds = 0;
  for (let at = from; at < from + ROWS / 2; at += RECORDS_PER_EXPORT) {
    const body = SERIALIZERS[encoding].serializeRequest(recordsFrom(at));
    const start = performance.now();
    const answer = await fetch(`${url}/v1/logs`, {
      method: 'POST',
      headers: {
        'x-api-key': ADMIN_KEY,
        'content-type': encoding === 'JSON' ? 'application/json' : 'application/x-protobuf',
      },
      body: Buffer.from(body ?? []),
    });
    await answer.bytes();
    seconds += (performance.now() - start) / 1000;
    if (!answer.ok) throw new Error(`an export answered ${answer.status}`);
  }
  return ROWS / 2 / seconds;
}

function recordsFrom(at: number): ReadableLogRecord[] {
  const resource = resourceFromAttributes({ 'service.name': 'shop' });
  return Array.from({ length: RECORDS_PER_EXPORT }, (_, offset) => {
    const ms = at + offset;
    return {
      hrTime: [START_SECONDS + Math.floor(ms / 1000), (ms % 1000) * 1_000_000],
      hrTimeObserved: [0, 0],
      spanContext: { traceId: TRACE, spanId: 'b7ad6b7169203331', traceFlags: 1 },
      severityNumber: 9,
      body: `order ${ms} was priced with 3 discounts and sent to the warehouse`,
      resource,
      instrumentationScope: { name: 'bench' },
      attributes: {},
      droppedAttributesCount: 0,
    };
  });
}

/** Streams the first rows and measures the memory of the service in the meantime. */
async function queryLogs({ url, pid }: { url: string; pid: number }, rows: number) {
  const iso = (ms: number) => new Date(START_SECONDS * 1000 + ms).toISOString();
  const query = new URLSearchParams({ trace_id: TRACE, since: iso(0), until: iso(rows) });
  let peak = residentMiB(pid);
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMiB(pid));
  }, 20);
  const start = performance.now();
  const answer = await fetch(`${url}/api/recorder/logs?${query}`, { headers: { 'x-api-key': ADMIN_KEY } });
  let bytes = 0;
  let end = '';
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    end = Buffer.from(part.subarray(-40)).toString();
  }
  clearInterval(watching);
  if (!end.endsWith('],"warnings":[]}')) throw new Error('the answer is not whole');
  return { seconds: (performance.now() - start) / 1000, bytes, peak };
}
