import { figure } from './support/figure.ts';
import { type CallFrame, inspectable, profiler, type StackTime } from './support/measure/cpu-profile.ts';
import { ordersOf } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { poll, timedReplay } from './support/timed-replay.ts';

const CASES = Number(process.env.BENCH_CASES ?? 10_000);
const TRIGGERS = 500;
const POLLS = 2000;
const ENDPOINTS = 20;
const CONNECTIONS = 20;
/** Functions that BENCH_STACKS prints of a stage. */
const MAX_PRINTED = 120;

/**
 * What a frame of a stack is counted as. The innermost frame that a row matches decides, so that the parse of a stored
 * row counts as storing, and the parse of a body as comparing.
 */
const GROUPS: readonly { group: string; name?: RegExp; url?: RegExp }[] = [
  { group: 'idle', name: /^\(idle\)$/ },
  { group: 'GC', name: /^\(garbage collector\)$/ },
  { group: 'compress', url: /node:(internal\/)?zlib/ },
  { group: 'compress', name: /zstd|deflate/i },
  { group: 'commit', url: /standalone\/group-commit/ },
  { group: 'store', url: /platform\/(standalone\/(table|blobs|row-checksum|own-buffers)|table\/)/ },
  { group: 'send', url: /undici|platform\/outbound\/|node:(net|_http_client|internal\/streams)/ },
  { group: 'map', url: /replay\/domain\/values\/|steps\/(lane-values|cases-ahead|run-values)/ },
  { group: 'seal', url: /recordings\/domain\/sealed\// },
  { group: 'compare', url: /functions\/compare\/|platform\/json\/|domain\/results\/(case-outcome|sent-case)/ },
  { group: 'valibot', url: /valibot/ },
  { group: 'HTTP', url: /hono|node:_http|node:internal\/http|platform\/http\// },
  { group: 'state machines', url: /standalone\/workflows|jsonata/ },
  { group: 'bookkeeping', url: /\/functions\// },
];
const OTHER = 'node and V8';

/**
 * `npm run bench:cost-per-case`: processor time of the serving thread for each case taken in, each case replayed
 * without differences, each run of one case and each poll of a finished run, by groups, from CPU profiles of a real
 * service. BENCH_STACKS=1 also prints the functions that took most.
 */
await runBench(`cost of one of ${CASES} cases of 2 KB, serving thread`, async (running) => {
  const target = await startScript(running, 'order-target.ts');
  const { env, inspector } = await inspectable();
  const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(4 * CASES), ...env });
  const profiled = await profiler(running, inspector);
  const orders = (appId: string) => ordersOf(appId, CASES, ENDPOINTS);
  for (const appId of ['warm', 'shop'])
    await ask(service.url, 'PUT', `/api/apps/${appId}/settings`, {
      replay: { maxQps: 10_000, concurrency: CONNECTIONS },
    });
  await recordOrders(service.url, orders('warm'));
  await timedReplay(service.url, 'warm', target);

  const single = Array.from({ length: TRIGGERS }, (_, id) => ({ appId: `app${id}`, id, endpoint: 1 }));
  await recordOrders(service.url, single);
  const { planId } = await timedReplay(service.url, 'warm', target);

  const stages: [string, number, () => Promise<unknown>][] = [
    ['case taken in', CASES, () => recordOrders(service.url, orders('shop'))],
    ['case replayed', CASES, () => timedReplay(service.url, 'shop', target)],
    [
      'run of one case',
      TRIGGERS,
      () => concurrently(single, async ({ appId }) => void (await timedReplay(service.url, appId, target))),
    ],
    ['poll', POLLS, () => concurrently(Array(POLLS).fill(planId), (one) => poll(service.url, one))],
  ];
  const figures = [];
  for (const [stage, count, work] of stages) {
    const busy = (await profiled(work)).filter(({ frames }) => groupOf(frames) !== 'idle');
    if (process.env.BENCH_STACKS) printLargest(stage, count, busy);
    figures.push(
      figure(`${stage}, in all`, sum(busy) / count, 'µs'),
      ...grouped(busy, ({ frames }) => groupOf(frames)).map(([group, us]) => figure(`  ${group}`, us / count, 'µs')),
    );
  }
  return figures;
});

/** Works on all, so many at once. */
async function concurrently<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = all.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const one of waiting) await work(one);
    }),
  );
}

function groupOf(frames: readonly CallFrame[]): string {
  for (const { functionName, url } of frames) {
    const found = GROUPS.find((one) => (one.name ? one.name.test(functionName) : one.url?.test(url)));
    if (found) return found.group;
  }
  return OTHER;
}

function sum(stacks: readonly StackTime[]): number {
  return stacks.reduce((total, { us }) => total + us, 0);
}

/** Times by a key, the largest first. */
function grouped(stacks: readonly StackTime[], keyOf: (one: StackTime) => string): [string, number][] {
  return [...Map.groupBy(stacks, keyOf)]
    .map(([key, list]): [string, number] => [key, sum(list)])
    .toSorted(([, a], [, b]) => b - a);
}

/** Prints the functions that took most, by themselves and with all that they call. */
function printLargest(stage: string, count: number, stacks: readonly StackTime[]): void {
  const own = stacks.map(({ frames, us }) => ({ frames: frames.slice(0, 1), us }));
  const within = stacks.flatMap(({ frames, us }) =>
    [...new Map(frames.map((frame) => [nameOf(frame), frame])).values()].map((frame) => ({ frames: [frame], us })),
  );
  for (const [how, list] of Object.entries({ 'by themselves': own, 'with what they call': within })) {
    const lines = grouped(list, ({ frames: [frame] }) => (frame ? nameOf(frame) : ''))
      .slice(0, MAX_PRINTED)
      .map(([name, us]) => `  ${(us / count).toFixed(1).padStart(6)} µs  ${name}`);
    process.stdout.write(`${stage}, functions ${how}:\n${lines.join('\n')}\n`);
  }
}

function nameOf({ functionName, url }: CallFrame): string {
  return `${functionName} ${url.replace(/^file:\S*?\/(?=(functions|node_modules)\/)/, '')}`;
}
