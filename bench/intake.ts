import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { figure } from './support/figure.ts';
import { peakResidentMiB, processorMsOf } from './support/measure/process-use.ts';
import { median } from './support/measure/quantile.ts';
import { orderWithCalls } from './support/order-calls.ts';
import { orderCase } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { searchFigures } from './support/search-figures.ts';
import { sendAll } from './support/send-all.ts';
import { startService } from './support/start-service.ts';

const LINES_PER_BATCH = 500;
const BATCHES = 12;
const CASES = LINES_PER_BATCH * BATCHES;
const CONNECTIONS = 2;
const TIMES = 3;
/** Recordings that are searched. */
const SEARCHED = 100_000;

/**
 * `npm run bench:intake`: cases of 2 KB posted as NDJSON, each acknowledged after its fsync, beside a plain file and
 * plain SQLite. Then searches in 100,000 of them.
 */
await runBench(`intake of ${CASES} cases of 2 KB in posts of ${LINES_PER_BATCH} lines`, async (running) => {
  const service = await startService(running);
  const file = openSync(join(service.dataDir, 'plain.ndjson'), 'a');
  running.defer(() => closeSync(file));
  const database = new DatabaseSync(join(service.dataDir, 'plain.sqlite'));
  running.defer(() => database.close());
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE recorded (caseId TEXT PRIMARY KEY, line TEXT)',
  );
  const insert = database.prepare('INSERT INTO recorded (caseId, line) VALUES (?, ?)');

  const taken: number[] = [];
  const appended: number[] = [];
  const inserted: number[] = [];
  const latencies: number[] = [];
  const processor: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const batches = batchesOf(time);
    const bodies = batches.map((batch) => batch.map(({ line }) => line).join('\n'));
    const used = processorMsOf(service.pid);
    const sent = await sendAll({ url: service.url, path: '/api/recorder/cases', connections: CONNECTIONS, bodies });
    processor.push((processorMsOf(service.pid) - used) / CASES);
    const accepted = sent.answers.reduce((sum, answer) => sum + JSON.parse(answer).accepted, 0);
    if (accepted !== CASES) throw new Error(`only ${accepted} of ${CASES} cases were taken`);
    taken.push(CASES / sent.seconds);
    latencies.push(...sent.latencies);
    appended.push(
      perSecond(() => {
        for (const body of bodies) {
          writeSync(file, `${body}\n`);
          fsyncSync(file);
        }
      }),
    );
    inserted.push(
      perSecond(() => {
        for (const batch of batches) {
          database.exec('BEGIN');
          for (const { caseId, line } of batch) insert.run(caseId, line);
          database.exec('COMMIT');
        }
      }),
    );
  }
  const peak = peakResidentMiB(service.pid);
  const calling: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const used = processorMsOf(service.pid);
    const bodies = batchesOf(time, 'calls', orderWithCalls).map((batch) => batch.map(({ line }) => line).join('\n'));
    await sendAll({ url: service.url, path: '/api/recorder/cases', connections: CONNECTIONS, bodies });
    calling.push((processorMsOf(service.pid) - used) / CASES);
  }
  const known = CASES * TIMES;
  const more = Array.from({ length: SEARCHED - known }, (_, at) => known + at);
  await recordOrders(
    service.url,
    more.map((id) => ({ appId: 'shop', id, endpoint: id % 20 })),
  );
  return [
    figure('bytes of a case', Buffer.byteLength(orderCase({ appId: 'shop', id: 1000, endpoint: 1 })), 'bytes'),
    figure('taken in', median(taken), 'cases/s (goal 3,000)'),
    figure('a post of 500, median', median(latencies), 'ms'),
    figure('processor time of the service for a case', median(processor), 'ms'),
    figure('  with five calls', median(calling), 'ms'),
    figure('appended to a file, fsync a batch', median(appended), 'cases/s'),
    figure('ratio to the file', median(taken) / median(appended), ''),
    figure('inserted into plain SQLite, FULL', median(inserted), 'cases/s'),
    figure('ratio to plain SQLite', median(taken) / median(inserted), ''),
    figure('peak memory of the service', peak, 'MiB'),
    ...(await searchFigures(service.url, 'shop', SEARCHED)),
  ];
});

function batchesOf(time: number, appId = 'shop', lineOf = orderCase) {
  return Array.from({ length: BATCHES }, (_, batch) =>
    Array.from({ length: LINES_PER_BATCH }, (_item, at) => {
      const id = (time * BATCHES + batch) * LINES_PER_BATCH + at;
      return { caseId: String(id), line: lineOf({ appId, id, endpoint: id % 20 }) };
    }),
  );
}

function perSecond(write: () => void): number {
  const start = performance.now();
  write();
  return (CASES / (performance.now() - start)) * 1000;
}
