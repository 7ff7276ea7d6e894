import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WorkflowRun } from '../functions/evaluation/domain/runs/run.ts';
import { ledger } from '../functions/evaluation/ledger/store/ledger.ts';
import { ledgerHead } from '../functions/evaluation/ledger/store/ledger-head.ts';
import { runStore } from '../functions/evaluation/runs/store/runs.ts';
import { openTable } from '../functions/platform/standalone/table.ts';
import { temporaryDataDir } from '../test/support/running-service.ts';
import { type Figure, figure } from './support/figure.ts';
import { median, quantile } from './support/measure/quantile.ts';
import { runBench } from './support/run-bench.ts';

const APPENDS = 600;
const WRITERS = [1, 8, 20];
const TIMES = 3;
const quiet = () => {};

/**
 * `npm run bench:ledger`: appends of one event to one tenant's ledger, each acknowledged after its fsync, while a
 * reader follows. Beside it, inserts of the same JSON into plain SQLite, each with an fsync.
 */
await runBench(`ledger of one tenant, ${APPENDS} appends of one event`, async (running) => {
  const { dataDir, remove } = temporaryDataDir();
  running.defer(remove);
  const table = openTable(join(dataDir, 'service.sqlite'), Date.now);
  running.defer(() => table.close());
  const newId = () => randomBytes(16).toString('hex');
  let tenants = 0;

  async function measured(writers: number): Promise<{ perSecond: number; latencies: number[] }> {
    const tenant = `t${++tenants}`;
    const head = ledgerHead({ table, newId }, tenant);
    const events = ledger({ table, now: Date.now, elapsed: () => performance.now(), head }, tenant);
    const workflows = { start: async () => {} };
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const runs = runStore({ table, now: Date.now, newId, log, head, workflows }, tenant);
    const begun = await Promise.all(Array.from({ length: writers }, () => begin(runs)));
    const latencies: number[] = [];

    async function follow(): Promise<void> {
      for (let next = 0; next < APPENDS; ) {
        const page = await events.waitFor((after) => events.page({ after, limit: 100 }), next, 10_000);
        const seen = performance.now();
        for (const { sequence, payload: stored } of page.events) {
          if (sequence !== ++next) throw new Error('the reader missed an event');
          latencies.push(seen - Number(stored.asked));
        }
      }
    }
    async function write(first: WorkflowRun): Promise<void> {
      let run = first;
      for (let n = 0; n < APPENDS / writers; n++) {
        const appended = await events.append({
          run,
          change: {},
          events: [{ type: 'framework.attempted', payload: payload() }],
        });
        if (typeof appended === 'string') throw new Error(`an append was answered ${appended}`);
        run = appended.run;
      }
    }
    const following = follow();
    const start = performance.now();
    await Promise.all(begun.map(write));
    const seconds = (performance.now() - start) / 1000;
    await following;
    if ((await events.verify()).fault !== null) throw new Error('a chain is broken');
    return { perSecond: APPENDS / seconds, latencies };
  }

  const plain = plainInserts(join(dataDir, 'plain.sqlite'));
  running.defer(plain.close);
  const figures: Figure[] = [];
  const inserted: number[] = [];
  for (const writers of WRITERS) {
    const results = [];
    for (let time = 0; time < TIMES; time++) {
      results.push(await measured(writers));
      inserted.push(plain.perSecond());
    }
    const latencies = results.flatMap((result) => result.latencies);
    const runs = writers === 1 ? '1 run writes' : `${writers} runs write`;
    figures.push(
      figure(runs, median(results.map(({ perSecond }) => perSecond)), 'appends/s (goal 200)'),
      figure(`${runs}: asked for to seen, median`, median(latencies), 'ms'),
      figure(`${runs}: asked for to seen, 99 of 100`, quantile(latencies, 0.99), 'ms'),
    );
  }
  return [...figures, figure('inserted into plain SQLite, FULL', median(inserted), 'rows/s')];
});

/** Contains the time of the request. */
function payload() {
  return { attempt_id: 'fatt_01JD0000000000000000000000_001', status: 'running', asked: performance.now() };
}

async function begin(runs: ReturnType<typeof runStore>): Promise<WorkflowRun> {
  const digest = `sha256:${'a'.repeat(64)}`;
  const made = await runs.create({
    workflow: {
      workflow_version_digest: digest,
      lineage_digest: digest,
      reproducibility_class: 'live',
      capability_negotiation: { status: 'supported' },
    },
    labels: {},
    baseline_run_id: null,
    trigger: { type: 'api' },
    input_overrides: null,
    created_by: 'bench',
    idempotency: null,
  });
  if (!made.ok) throw new Error(made.code);
  return made.value.run;
}

/** The alternative without a chain: a row of JSON, each with an fsync. */
function plainInserts(file: string) {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE events (sequence INTEGER PRIMARY KEY, json TEXT)',
  );
  const insert = database.prepare('INSERT INTO events (json) VALUES (?)');
  return {
    close: () => database.close(),
    perSecond() {
      const start = performance.now();
      for (let n = 0; n < APPENDS; n++) insert.run(JSON.stringify(payload()));
      return (APPENDS / (performance.now() - start)) * 1000;
    },
  };
}
