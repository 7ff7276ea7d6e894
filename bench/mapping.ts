import { readFileSync } from 'node:fs';
import { noteCase } from '../functions/replay/domain/values/note-case.ts';
import { addMapping, sessionValues } from '../functions/replay/domain/values/session-values.ts';
import { noteValue } from '../functions/replay/domain/values/value-table.ts';
import { figure } from './support/figure.ts';
import { median } from './support/measure/quantile.ts';
import { orderAt, orderCase } from './support/orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { timedReplay } from './support/timed-replay.ts';

const CASES = 2000;
/** Requests of a session; the first one creates what the others read. */
const SESSION = 20;
const CONNECTIONS = 20;
const TIMES = 7;
/** Replays of each kind before the first that is measured. */
const WARMUPS = 2;
const LINES_PER_POST = 1000;
const TICKS_PER_SECOND = 100;

/**
 * `npm run bench:mapping`: replays of sessions with value mapping and without it, in turn, against a build that answers
 * as recorded and against one that issues other ids; and the memory of a session that has as many values as it may.
 */
await runBench(
  `value mapping in ${CASES} cases of 2 KB, sessions of ${SESSION}`,
  async (running) => {
    const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(CASES) });
    const targets = {
      same: await startScript(running, 'order-target.ts'),
      renamed: await startScript(running, 'order-target.ts', ['1000000']),
    };
    await record(service.url, 'same');
    await record(service.url, 'renamed');

    const figures = [];
    for (const [appId, target] of Object.entries(targets)) {
      const seconds = { on: [] as number[], off: [] as number[] };
      const processor = { on: [] as number[], off: [] as number[] };
      for (let time = -2 * WARMUPS; time < 2 * TIMES; time++) {
        const aliasValues = Math.abs(time % 2) === 0;
        const replay = { maxQps: 10_000, concurrency: CONNECTIONS, aliasValues };
        await ask(service.url, 'PUT', `/api/apps/${appId}/settings`, { replay });
        const before = processorSeconds(service.pid);
        const { sentSeconds } = await timedReplay(service.url, appId, target);
        if (time < 0) continue;
        const key = aliasValues ? 'on' : 'off';
        seconds[key].push((sentSeconds / CASES) * 1e6);
        processor[key].push(((processorSeconds(service.pid) - before) / CASES) * 1e6);
      }
      const answers = appId === 'same' ? 'answers as recorded' : 'every id renamed';
      figures.push(
        figure(`${answers}: time per case, without mapping`, median(seconds.off), 'µs'),
        figure(`${answers}: time per case, with mapping`, median(seconds.on), 'µs'),
        figure('ratio, median of pairs', median(ratios(seconds)), ''),
        figure(`${answers}: processor time per case, without`, median(processor.off), 'µs'),
        figure(`${answers}: processor time per case, with`, median(processor.on), 'µs'),
        figure('ratio, median of pairs', median(ratios(processor)), ''),
      );
    }
    return [...figures, figure('memory of the largest session', memoryOfSession(), 'MiB')];
  },
  { timeoutMs: 300_000 },
);

function ratios({ on, off }: Record<'on' | 'off', readonly number[]>): number[] {
  return on.map((value, at) => value / (off[at] ?? value));
}

/** Processor time that a process has taken so far, in seconds, of all its threads (proc(5)). */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Records sessions whose first request creates the order that the others read. */
async function record(url: string, appId: string): Promise<void> {
  const lines = Array.from({ length: CASES }, (_, at) => {
    const session = Math.floor(at / SESSION);
    const one = JSON.parse(orderCase({ appId, id: session, endpoint: 0 }));
    const isCreation = at % SESSION === 0;
    const path = `/orders/${session + 1}`;
    return JSON.stringify({
      ...one,
      caseId: `${appId}-${at}`,
      operation: '/orders/{id}',
      session: `s${session}`,
      request: { ...one.request, method: isCreation ? 'POST' : 'GET', path },
      response: { ...one.response, status: isCreation ? 201 : 200, body: orderAt(path) },
    });
  });
  for (let first = 0; first < lines.length; first += LINES_PER_POST) {
    const part = lines.slice(first, first + LINES_PER_POST);
    const { accepted } = await ask<{ accepted: number }>(url, 'POST', '/api/recorder/cases', part.join('\n'));
    if (accepted !== part.length) throw new Error(`only ${accepted} of ${part.length} cases were taken`);
  }
}

/** MiB that a session holds when it has learned far more than it may keep. */
function memoryOfSession(): number {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const values = sessionValues();
  const request = {
    method: 'GET',
    path: '/orders',
    headers: [] as [string, string][],
    body: null,
    bodyEncoding: 'utf8' as const,
  };
  for (let at = 0; at < 50_000; at++) {
    const value = `tok_${at.toString(16).padStart(40, '0')}f`;
    addMapping(values.own, {
      recorded: value,
      replayed: `${value}e`,
      thing: null,
      from: { planItemId: `plan-${at}`, place: `POST /orders $.items[${at}].id` },
    });
    for (const table of [values.sent, values.recorded, values.replayed]) noteValue(table, value, at);
    noteCase(values, { request: { ...request, path: `/orders/${value}` }, response: null }, at);
  }
  globalThis.gc?.();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  return values.own.byValue.size > 0 ? bytes / 2 ** 20 : 0;
}
