import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { buildAgent } from '../agent/build.ts';
import { steadyLoad } from './support/agent/steady-load.ts';
import { figure } from './support/figure.ts';
import { median } from './support/quantile.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';

const PER_SECOND = 1000;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 50;
const ROUNDS = 3;
const CALL_MS = 5;

/** How the application runs: without the agent, with one that records nothing, and with one that records every request. */
const FORMS = { without: null, idle: '0', recording: '1' } as const;
type Form = keyof typeof FORMS;

/**
 * `npm run bench:agent`: the latency of an application at 1,000 requests/s, each with one HTTP call of 5 ms, without the
 * agent and with it, in turn. Cases go to a process that takes them without keeping them.
 */
await runBench(
  `an application at ${PER_SECOND} requests/s, ${ROUNDS} rounds of ${SECONDS} s each in turn`,
  async (running) => {
    const folder = await buildAgent(join(import.meta.dirname, '../node_modules/.cache/bench-agent'));
    const inventory = await startScript(running, 'agent/slow-inventory.ts', [String(CALL_MS)]);
    const service = await startScript(running, 'agent/slow-inventory.ts', ['0']);
    const forms = Object.keys(FORMS) as Form[]; // the keys above
    const urls = new Map<Form, { url: string; pid: number }>();
    for (const form of forms) urls.set(form, await startApplication(running, { form, folder, inventory, service }));

    const measured = Object.fromEntries(
      forms.map((form) => [form, { p50: [] as number[], p99: [] as number[], cpu: [] as number[] }]),
    );
    for (let round = -1; round < ROUNDS; round++) {
      // The order changes, so that none always follows the same one.
      for (const form of round % 2 === 0 ? forms : forms.toReversed()) {
        const { url, pid } = urls.get(form) ?? { url: '', pid: 0 };
        const before = processorMs(pid);
        const seconds = round < 0 ? WARM_UP_SECONDS : SECONDS;
        const latencies = await steadyLoad({ url, perSecond: PER_SECOND, seconds, connections: CONNECTIONS });
        if (round < 0) continue;
        const sorted = latencies.sort((a, b) => a - b);
        measured[form]?.cpu.push((1000 * (processorMs(pid) - before)) / latencies.length);
        measured[form]?.p50.push(sorted[Math.floor(sorted.length * 0.5)] ?? 0);
        measured[form]?.p99.push(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
      }
    }
    const base = measured.without ?? { p50: [], p99: [], cpu: [] };
    return forms.flatMap((form) => {
      const { p50, p99, cpu } = measured[form] ?? base;
      const added = 100 * (median(p99) / median(base.p99) - 1);
      return [
        figure(`${form}: p50`, median(p50), 'ms'),
        figure(`${form}: p99`, median(p99), 'ms'),
        figure(`${form}: quickest p99`, Math.min(...p99), 'ms'),
        figure(`${form}: processor time of a request`, median(cpu), 'µs'),
        ...(form === 'without' ? [] : [figure(`${form}: added p99`, added, '% (goal 5)')]),
      ];
    });
  },
  { timeoutMs: 300_000 },
);

async function startApplication(
  running: AsyncDisposableStack,
  { form, folder, inventory, service }: { form: Form; folder: string; inventory: string; service: string },
): Promise<{ url: string; pid: number }> {
  const sample = FORMS[form];
  const load = sample === null ? [] : ['--import', pathToFileURL(join(folder, 'register.mjs')).href];
  const child = spawn(
    process.execPath,
    [...load, join(import.meta.dirname, 'support/agent/application.ts'), inventory],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...(sample !== null && {
          REPLAY_SERVICE: service,
          REPLAY_APP: 'bench',
          REPLAY_MODE: 'record',
          REPLAY_SAMPLE: sample,
          REPLAY_SAMPLE_PER_MINUTE: '10000000',
        }),
      },
    },
  );
  running.defer(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: String(line), pid: child.pid ?? 0 };
}

/** What a process has used of processors, with its threads, in ms: Linux counts in hundredths of a second. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
