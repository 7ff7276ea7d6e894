import { join } from 'node:path';
import { buildAgent } from '../../agent/build.ts';
import { type Application, startApplication } from '../support/agent/start-application.ts';
import { steadyLoad } from '../support/agent/steady-load.ts';
import { type Figure, figure } from '../support/figure.ts';
import { median } from '../support/measure/quantile.ts';
import { runBench } from '../support/run-bench.ts';
import { startScript } from '../support/start-script.ts';

const PER_SECOND = 1000;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 50;
const ROUNDS = 5;
const CALL_MS = 5;
/** After a round, until the agent's thread has sent what it took. */
const SETTLE_MS = 200;

interface Measured {
  p50: number[];
  p99: number[];
  /** µs of one request. */
  thread: number[];
  all: number[];
  gc: number[];
}

/**
 * `npm run bench:agent`: the latency and processor time of an application at 1,000 requests/s, each with one HTTP call
 * of 5 ms, without the agent and with it, in turn. Cases go to a process that takes them without keeping them. A
 * control has no agent, but an unrelated thread that uses the processor time that recording added: its added p99 is
 * what a machine with too few processors for the application, the load, the service and that thread adds by itself.
 */
await runBench(
  `an application at ${PER_SECOND} requests/s, ${ROUNDS} rounds of ${SECONDS} s each in turn`,
  async (running) => {
    const agent = await buildAgent(join(import.meta.dirname, '../../node_modules/.cache/bench-agent'));
    const inventory = await startScript(running, 'agent/slow-inventory.ts', [String(CALL_MS)]);
    const service = await startScript(running, 'agent/slow-inventory.ts', ['0']);
    const start = (how: { sample?: string; micros?: number }) =>
      startApplication(running, { inventory, service, agent, ...how });

    const without = await start({});
    const forms = { without, idle: await start({ sample: '0' }), recording: await start({ sample: '1' }) };
    const measured = await inTurn(forms);
    const added = median(measured.recording.all) - median(measured.without.all);
    const controls = await inTurn({ without, control: await start({ micros: Math.max(0, added) }) });

    return [
      ...linesOf('without', measured.without),
      ...linesOf('idle', measured.idle, measured.without),
      ...linesOf('recording', measured.recording, measured.without),
      ...linesOf('control', controls.control, controls.without),
    ];
  },
  { timeoutMs: 300_000 },
);

/** Measures applications in turn, after a round to warm up. */
async function inTurn<Form extends string>(forms: Record<Form, Application>): Promise<Record<Form, Measured>> {
  const measured = {} as Record<Form, Measured>; // filled below
  const names = Object.keys(forms) as Form[]; // the keys above
  for (const name of names) measured[name] = { p50: [], p99: [], thread: [], all: [], gc: [] };
  for (let round = -1; round < ROUNDS; round++) {
    // The order changes, so that none always follows the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { url, use } = forms[name];
      const before = await use();
      const seconds = round < 0 ? WARM_UP_SECONDS : SECONDS;
      const latencies = await steadyLoad({ url, perSecond: PER_SECOND, seconds, connections: CONNECTIONS });
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const after = await use();
      if (round < 0) continue;
      const sorted = latencies.sort((a, b) => a - b);
      const { p50, p99, thread, all, gc } = measured[name];
      p50.push(sorted[Math.floor(sorted.length * 0.5)] ?? 0);
      p99.push(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
      thread.push((1000 * (after.threadMs - before.threadMs)) / sorted.length);
      all.push((1000 * (after.allMs - before.allMs)) / sorted.length);
      gc.push((1000 * (after.gcMs - before.gcMs)) / sorted.length);
    }
  }
  return measured;
}

function linesOf(name: string, { p50, p99, thread, all, gc }: Measured, base?: Measured): Figure[] {
  const more = (mine: number[], theirs: number[]) => 100 * (median(mine) / median(theirs) - 1);
  return [
    figure(`${name}: p50`, median(p50), 'ms'),
    figure(`${name}: p99`, median(p99), 'ms'),
    figure(`${name}: quickest p99`, Math.min(...p99), 'ms'),
    figure(`${name}: processor time of a request, serving thread`, median(thread), 'µs'),
    figure(`${name}: processor time of a request, all threads`, median(all), 'µs'),
    figure(`${name}: garbage collection of a request`, median(gc), 'µs'),
    ...(base === undefined
      ? []
      : [
          figure(`${name}: added processor time of the serving thread`, more(thread, base.thread), '%'),
          figure(`${name}: added p99`, more(p99, base.p99), name === 'control' ? '%' : '% (goal 5)'),
        ]),
  ];
}
