import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 10;

/** Durations of the requests to one URL, ms, and how many were refused or broke off. */
export interface Probed {
  times: number[];
  failures: number;
}

/** Asks each URL of its arguments every 10 ms, until its input says stop, and prints a Probed of each as JSON. */
const probes = process.argv.slice(2).map((url) => ({ url, times: [] as number[], failures: 0 }));
let stopped = false;
process.stdout.write('ready\n');
const running = probes.map(async (probe) => {
  while (!stopped) {
    const start = performance.now();
    const answered = fetch(probe.url, { headers: { connection: 'keep-alive' } }).then(
      async (answer) => {
        await answer.arrayBuffer();
        probe.times.push(performance.now() - start);
        if (!answer.ok) probe.failures++;
      },
      () => {
        probe.failures++;
      },
    );
    await answered;
    await sleep(Math.max(0, EVERY_MS - (performance.now() - start)));
  }
});
for await (const line of createInterface({ input: process.stdin })) if (line === 'stop') break;
stopped = true;
await Promise.all(running);
process.stdout.write(`${JSON.stringify(probes.map(({ times, failures }) => ({ times, failures })))}\n`, () =>
  process.exit(),
);
