import { readFileSync } from 'node:fs';
import { figure } from '../support/figure.ts';
import { median } from '../support/measure/quantile.ts';
import { orderAt, orderCase } from '../support/orders.ts';
import { runBench } from '../support/run-bench.ts';
import { startScript } from '../support/start-script.ts';
import { ask, startService } from '../support/start-service.ts';
import { timedReplay } from '../support/timed-replay.ts';

const CASES = 2000;
/** Requests of a session; the first one creates what the others read. */
const SESSION = 20;
const CONNECTIONS = 20;
const TIMES = 7;
/** Pairs of runs before the first that is measured. */
const WARMUPS = 2;
const LINES_PER_POST = 1000;
const TICKS_PER_SECOND = 100;

/**
 * `npm run bench:two-builds`: a run that is compared with a running build, beside two runs that send the same cases to
 * one build each, in turn. Both builds issue ids of their own, or answer as recorded.
 */
await runBench(
  `two live builds, ${CASES} cases of 2 KB`,
  async (running) => {
    const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(CASES) });
    const figures = [];
    for (const [appId, ids] of Object.entries({ same: [[], []], renamed: [['1000000'], ['2000000']] })) {
      await record(service.url, appId);
      const [baselineEnv = '', target = ''] = await Promise.all(
        ids.map((args) => startScript(running, 'order-target.ts', args)),
      );
      const replay = { maxQps: 10_000, concurrency: CONNECTIONS, separateData: true };
      await ask(service.url, 'PUT', `/api/apps/${appId}/settings`, { replay });
      const seconds = { both: [] as number[], two: [] as number[] };
      const processor = { both: [] as number[], two: [] as number[] };
      const measured = async (key: 'both' | 'two', time: number, runs: readonly [string, object][]) => {
        const before = processorSeconds(service.pid);
        let sent = 0;
        for (const [to, more] of runs) {
          const one = await timedReplay(service.url, appId, to, more);
          if (one.run.totalCases !== CASES) throw new Error('not every case was compared');
          sent += one.sentSeconds;
        }
        if (time < 0) return;
        seconds[key].push((sent / CASES) * 1e6);
        processor[key].push(((processorSeconds(service.pid) - before) / CASES) * 1e6);
      };
      for (let time = -WARMUPS; time < TIMES; time++) {
        await measured('both', time, [[target, { baselineEnv }]]);
        await measured('two', time, [
          [baselineEnv, {}],
          [target, {}],
        ]);
      }
      const answers = appId === 'same' ? 'answers as recorded' : 'every id renamed';
      figures.push(
        figure(`${answers}: time per case, two runs`, median(seconds.two), 'µs'),
        figure(`${answers}: time per case, two builds`, median(seconds.both), 'µs'),
        figure('ratio, median of pairs', median(ratios(seconds)), ''),
        figure(`${answers}: processor time per case, two runs`, median(processor.two), 'µs'),
        figure(`${answers}: processor time per case, two builds`, median(processor.both), 'µs'),
        figure('ratio, median of pairs', median(ratios(processor)), ''),
      );
    }
    return figures;
  },
  { timeoutMs: 300_000 },
);

function ratios({ both, two }: Record<'both' | 'two', readonly number[]>): number[] {
  return both.map((value, at) => value / (two[at] ?? value));
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
  for (let first = 0; first < lines.length; first += LINES_PER_POST)
    await ask(url, 'POST', '/api/recorder/cases', lines.slice(first, first + LINES_PER_POST).join('\n'));
}
