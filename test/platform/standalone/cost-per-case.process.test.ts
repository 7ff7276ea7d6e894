import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const CASES = 200;
const POLLS = 100;
const TRIGGERS = 20;

/**
 * What the service does for one case, poll or trigger, without what goes by time. A larger figure makes each of them
 * slower: change one on purpose, and say why in docs/figures-history.md.
 */
const MAX_COST = {
  'taking in a case': {
    reads: 2.1,
    writes: 2.1,
    'bytes written': 900,
    commits: 0.05,
    hashes: 0.1,
    'JSON parses': 0.1,
  },
  'replaying a case that answers as recorded': {
    reads: 1.4,
    writes: 1.2,
    'bytes written': 1000,
    commits: 0.6,
    hashes: 1.2,
    compressions: 0.1,
    decompressions: 1.2,
    'JSON parses': 4,
  },
  // The poll before them has read it all. Commits are those of what goes by time.
  'polling a finished run': { reads: 0.1, 'bytes written': 50, 'JSON parses': 0.1, commits: 0.5 },
  'triggering a run of one case, and all of it': {
    reads: 45,
    writes: 15,
    'bytes written': 3200,
    commits: 25,
    hashes: 6,
    compressions: 6,
    decompressions: 10,
    'JSON parses': 90,
  },
} satisfies Record<string, Record<string, number>>;

/** The bound of what the table does not name: what the end of a run or a timer does once is far below one each. */
const MAX_UNNAMED = 0.1;

const HOOK = pathToFileURL(join(import.meta.dirname, '../../support/counted-work.ts')).href;
const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
let target: Target;
let printed = 0;

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort(), nodeArguments: ['--import', HOOK] });
  target = await openTarget(({ url }, response) => json(response, answerOf(url)));
  await call(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 5000 } });
});

afterAll(async () => {
  await service.stop();
  await target.close();
  remove();
});

/** What was counted since the last call. */
async function counted(): Promise<Record<string, number>> {
  process.kill(service.pid, 'SIGUSR2');
  const lines = () => [...service.output().matchAll(/^COUNTED (.+)$/gm)];
  await expect.poll(() => lines().length).toBe(++printed);
  return JSON.parse(lines().at(-1)?.[1] ?? '');
}

/** Prints the figures of one of `times`, and compares them. */
async function expectCost(what: keyof typeof MAX_COST, times: number): Promise<void> {
  const counts = await counted();
  const figures = Object.fromEntries(
    Object.entries(counts).map(([name, all]) => [name, Number((all / times).toFixed(2))]),
  );
  process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
  const bounds: Record<string, number> = MAX_COST[what];
  for (const [name, figure] of Object.entries(figures))
    expect(figure, name).toBeLessThanOrEqual(bounds[name] ?? MAX_UNNAMED);
}

async function record(appId: string, cases: number): Promise<void> {
  const lines = Array.from({ length: cases }, (_, at) =>
    JSON.stringify(
      recordedGet(appId, `/items/${at}`, answerOf(`/items/${at}`), {
        operation: '/items/{id}',
        caseId: `${appId}-${at}`,
      }),
    ),
  );
  expect((await call(service.url, 'POST', '/api/recorder/cases', lines.join('\n'))).body.accepted).toBe(cases);
}

async function replayed(appId: string): Promise<string> {
  const trigger = { appId, targetEnv: target.url };
  const { planId } = (await call(service.url, 'POST', '/openapi/v1/replay-triggers', trigger)).body;
  await completed(service.url, planId);
  return planId;
}

const TEXT = 'text of an answer '.repeat(100);
const answerOf = (url: string) => ({ url, text: TEXT });

describe('what the standalone service does', () => {
  test('is within its bound for taking in a case', async () => {
    await record('warm', 1);
    await counted();
    await record('shop', CASES);
    await expectCost('taking in a case', CASES);
  });

  test('is within its bound for replaying and polling a case', async () => {
    await replayed('warm');
    await counted();
    const planId = await replayed('shop');
    await expectCost('replaying a case that answers as recorded', CASES);
    for (let poll = 0; poll < POLLS; poll++) await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}`);
    await expectCost('polling a finished run', POLLS);
  });

  test('is within its bound for triggering a run', async () => {
    await counted();
    for (let at = 0; at < TRIGGERS; at++) await replayed('warm');
    await expectCost('triggering a run of one case, and all of it', TRIGGERS);
  });
});
