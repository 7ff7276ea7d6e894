import { expect, test } from 'vitest';
import { openFakeReceivers } from '../../support/fakes/fake-receivers.ts';
import { json, openTarget } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { TEST_SEED } from '../../support/test-random.ts';
import { measured } from '../measured.ts';
import { replayedAnswer, truthOf } from '../nemesis/answers.ts';
import { checkHistory } from '../nemesis/check-history.ts';
import { runClient } from '../nemesis/client.ts';
import { deliveredTo } from '../nemesis/delivered.ts';
import type { Delivered, Fault, Operation } from '../nemesis/history.ts';
import { readFinalState } from '../nemesis/read-final-state.ts';
import { unfinished } from '../nemesis/unfinished.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';
import { canCutPower, NO_COMPILER, powerCuts } from './power-cut.ts';

const { cuts: CUTS, controlCuts: CONTROL_CUTS } = PROOF_SIZES.powerCuts;
const CLIENTS = 4;
const PAUSE_MS = 25;
/** Share of recordings that a file of its own holds. */
const LARGE_SHARE = 0.3;
/** Most operations that are acknowledged between a start and the cut. */
const MAX_ACKNOWLEDGED = 60;
/** A violation that an acknowledged write is gone; or the service refuses to start on what is left. */
const LOST = /acknowledged and (?:is lost|a later read missed it)|^no service/;
/** Time in which operations are acknowledged after a start, and every run ends after the last cut, ms. */
const ENDING_MS = 60_000;

interface Series {
  violations: string[];
  operations: readonly Operation[];
  runs: number;
  /** What webhooks took. */
  delivered: readonly Delivered[];
  unsynced: { writes: number; names: number };
}

/** Clients use a service whose power is cut at random moments; the service starts again without help. */
async function seriesOf(cuts: number, { ignoresSync }: { ignoresSync: boolean }): Promise<Series> {
  const random = seededRandom(TEST_SEED);
  const { dataDir, remove } = temporaryDataDir();
  const power = powerCuts(dataDir, { ignoresSync });
  const port = await freePort();
  const target = await openTarget(({ url }, response) => json(response, replayedAnswer(url)));
  const receivers = await openFakeReceivers(() => performance.now());
  const operations: Operation[] = [];
  const faults: Fault[] = [];
  const unsynced = { writes: 0, names: 0 };
  const acknowledged = () => operations.filter(({ outcome }) => outcome === 'acknowledged').length;
  const start = (env = power.env) => startProcess({ dataDir, port, env: { SVC_LOG_LEVEL: 'WARN', ...env } });
  // The control is to lose writes, not the directory as a whole.
  if (ignoresSync) await start({}).then((started) => started.stop());
  const ending = new AbortController();
  let service = await start();
  const running = Array.from({ length: CLIENTS }, (_, index) =>
    runClient(
      {
        name: `client${index}`,
        url: service.url,
        targetUrl: target.url,
        webhook: (name) => receivers.webhook(name),
        random: seededRandom(TEST_SEED + index + 1),
        pauseMs: PAUSE_MS,
        largeShare: LARGE_SHARE,
        now: () => performance.now(),
        note: (operation) => void operations.push(operation),
      },
      ending.signal,
    ),
  );
  const end = async () => {
    ending.abort();
    await Promise.all(running);
  };
  try {
    for (let cut = 0; cut < cuts; cut++) {
      const enough = acknowledged() + 1 + Math.floor(random() * MAX_ACKNOWLEDGED);
      await expect.poll(acknowledged, { timeout: ENDING_MS, interval: 1 }).toBeGreaterThanOrEqual(enough);
      const fault: Fault = { kind: 'kill', beganAt: performance.now(), endedAt: Number.POSITIVE_INFINITY };
      faults.push(fault);
      await service.kill();
      const lost = power.cut(random);
      unsynced.writes += lost.writes;
      unsynced.names += lost.names;
      service = await start();
      fault.endedAt = performance.now();
    }
    await end();
    await expect.poll(() => unfinished(service.url), { timeout: ENDING_MS, interval: 100 }).toBe(0);
    const final = await readFinalState(service.url, operations);
    const delivered = deliveredTo(receivers);
    const violations = checkHistory({ operations, faults, ...final, delivered, truthOf });
    return { violations, operations, runs: final.runs.length, delivered, unsynced };
  } catch (fault) {
    if (!ignoresSync) throw fault;
    // Without what it synced, the service may not even start.
    const violations = [`no service: ${fault instanceof Error ? fault.message : ''}`];
    return { violations, operations, runs: 0, delivered: [], unsynced };
  } finally {
    await end();
    await service.kill();
    await Promise.all([target.close(), receivers.close()]);
    power.remove();
    remove();
  }
}

test.skipIf(!canCutPower)(
  `${CUTS} power cuts lose nothing acknowledged, keep nothing refused, and let every run end${NO_COMPILER}`,
  { timeout: 1_800_000 },
  async (context) => {
    const { violations, operations, runs, delivered, unsynced } = await seriesOf(CUTS, { ignoresSync: false });
    measured(context, 'violations', violations.length);
    measured(context, 'power cuts', CUTS);
    for (const outcome of ['acknowledged', 'refused', 'unknown'])
      measured(context, `operations ${outcome}`, operations.filter((one) => one.outcome === outcome).length);
    const large = operations.filter((one) => one.kind === 'record' && one.path.includes('/large/'));
    measured(
      context,
      'acknowledged recordings in files',
      large.filter(({ outcome }) => outcome === 'acknowledged').length,
    );
    measured(context, 'runs', runs);
    measured(context, 'notifications to webhooks', delivered.length);
    measured(context, 'unsynced writes at a cut', unsynced.writes);
    measured(context, 'unsynced changes of names at a cut', unsynced.names);
    expect(violations).toEqual([]);
    expect(runs).toBeGreaterThan(0);
  },
);

test.skipIf(!canCutPower)(
  `a disk that ignores syncs loses acknowledged writes${NO_COMPILER}`,
  { timeout: 600_000 },
  async (context) => {
    const { violations } = await seriesOf(CONTROL_CUTS, { ignoresSync: true });
    const lost = violations.filter((violation) => LOST.test(violation));
    measured(context, 'losses without sync', lost.length);
    expect(lost).not.toEqual([]);
  },
);
