import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFakeReceivers } from '../../support/fakes/fake-receivers.ts';
import { json, openTarget } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { TEST_SEED } from '../../support/test-random.ts';
import { measured } from '../measured.ts';
import { pause } from '../pause.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';
import { replayedAnswer, truthOf } from './answers.ts';
import { checkHistory } from './check-history.ts';
import { runClient } from './client.ts';
import { deliveredTo } from './delivered.ts';
import { FAULT_KINDS, type Fault, type FaultKind, type Operation } from './history.ts';
import { canLimitProcesses, processFaults } from './process-faults.ts';
import { readFinalState } from './read-final-state.ts';
import { unfinished } from './unfinished.ts';

const { kills, rounds, faultMs, clients, pauseMs, healingMs } = PROOF_SIZES.nemesis;
/** Pause between two faults, ms. */
const MAX_QUIET_MS = 600;

test.skipIf(!canLimitProcesses)(
  `every promise to clients holds through ${kills} kills and ${rounds} rounds of other faults`,
  { timeout: 3_600_000 },
  async (context) => {
    const random = seededRandom(TEST_SEED);
    const { dataDir, remove } = temporaryDataDir();
    const directory = mkdtempSync(join(tmpdir(), 'nemesis-'));
    const { faults: faultsOf, become, ...hook } = processFaults(directory);
    const port = await freePort();
    const target = await openTarget(({ url }, response) => setTimeout(() => json(response, replayedAnswer(url)), 5));
    const receivers = await openFakeReceivers(() => performance.now());
    const operations: Operation[] = [];
    const faults: Fault[] = [];
    const start = () =>
      startProcess({
        dataDir,
        port,
        env: { SVC_LOG_LEVEL: 'WARN', ...hook.env },
        nodeArguments: hook.nodeArguments,
      });
    let service: RunningService = await start();
    let isEnding = false;
    const ready: number[] = [];
    const resumed: number[] = [];

    const bot = { type: 'alpha_bot', name: 'bot', url: receivers.alphaBot('bot') };
    expect((await call(service.url, 'POST', '/openapi/v1/notification-channels', bot)).body.errorCode).toBeNull();
    const ending = new AbortController();
    const hooks: string[] = [];
    const running = Array.from({ length: clients }, (_, index) =>
      runClient(
        {
          name: `client${index}`,
          url: service.url,
          targetUrl: target.url,
          webhook(name) {
            hooks.push(name);
            return receivers.webhook(name);
          },
          random: seededRandom(TEST_SEED + index + 1),
          pauseMs,
          now: () => performance.now(),
          note: (operation) => void operations.push(operation),
        },
        ending.signal,
      ),
    );

    async function restart() {
      const began = performance.now();
      service = await start();
      ready.push(performance.now() - began);
    }

    async function inject(kind: FaultKind) {
      const fault: Fault = { kind, beganAt: performance.now(), endedAt: Number.POSITIVE_INFINITY };
      faults.push(fault);
      if (kind === 'kill') {
        const open = await unfinished(service.url);
        // Some processes die while their disk fails.
        const isFlaky = random() < 0.5;
        if (isFlaky) become({ failing: 0.1, seed: faults.length });
        await pause(random() * MAX_QUIET_MS);
        if (isFlaky) faults.push({ kind: 'flaky', beganAt: fault.beganAt, endedAt: performance.now() });
        await service.kill();
        become({});
        await restart();
        if (open > 0) resumed.push(await untilResumed(service.url, open, target.seen));
      } else if (kind === 'receivers') {
        for (const name of hooks) receivers.webhook(name, 503);
        await pause(faultMs);
        for (const name of hooks) receivers.webhook(name);
      } else {
        await faultsOf[kind](service.pid, faultMs);
      }
      become({});
      const hasDied = await Promise.race([service.gone.then(() => true), pause(0).then(() => false)]);
      if (hasDied && !isEnding) {
        fault.lastWords = service.output().trimEnd().slice(-500);
        await restart();
      }
      fault.endedAt = performance.now();
    }

    try {
      for (const kind of schedule(random)) {
        await pause(random() * MAX_QUIET_MS);
        await inject(kind);
      }
      ending.abort();
      await Promise.all(running);
      const healed = performance.now();
      await expect.poll(() => unfinished(service.url), { timeout: healingMs, interval: 50 }).toBe(0);
      measured(context, 'last run ended after the last fault', performance.now() - healed, 'ms');

      const final = await readFinalState(service.url, operations);
      const delivered = deliveredTo(receivers);
      const channels = final.channels.filter(({ name }) => name !== bot.name);
      const violations = checkHistory({
        operations,
        faults,
        ...final,
        channels,
        delivered,
        truthOf,
      });

      const count = (outcome: string) => operations.filter((one) => one.outcome === outcome).length;
      measured(context, 'violations', violations.length);
      measured(context, 'SIGKILLs', faults.filter(({ kind }) => kind === 'kill').length);
      measured(context, 'other faults', faults.filter(({ kind }) => kind !== 'kill').length);
      for (const outcome of ['acknowledged', 'refused', 'unknown'])
        measured(context, `operations ${outcome}`, count(outcome));
      measured(context, 'runs', final.runs.length);
      measured(context, 'events delivered', delivered.length);
      measured(context, 'ready again, maximum', Math.max(...ready), 'ms');
      measured(context, 'runs resumed after ready, maximum', Math.max(0, ...resumed), 'ms');
      expect(violations).toEqual([]);
      // If everything were refused or failed, the test would prove nothing.
      for (const kind of ['record', 'read', 'add-rule', 'add-channel', 'trigger', 'poll'])
        expect(
          operations.filter((one) => one.kind === kind && one.outcome === 'acknowledged').length,
          kind,
        ).toBeGreaterThan(0);
      expect(final.runs.filter((run) => !run.isInterrupted && (run.totalCases ?? 0) > 0).length).toBeGreaterThan(0);
      expect(count('refused')).toBeGreaterThan(0);
    } finally {
      isEnding = true;
      ending.abort();
      await Promise.all(running);
      await service.kill();
      await Promise.all([target.close(), receivers.close()]);
      remove();
      rmSync(directory, { recursive: true });
    }
  },
);

/**
 * Every fault as often as the sizes say, in an order that follows from the seed. No kill follows the last round of the
 * others: a restart would heal what they leave behind.
 */
function schedule(random: () => number): FaultKind[] {
  const others = FAULT_KINDS.filter((kind) => kind !== 'kill');
  const shuffled = (kinds: readonly FaultKind[]) =>
    kinds
      .map((kind) => ({ kind, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ kind }) => kind);
  const mixed = [
    ...Array.from({ length: kills }, () => 'kill' as const),
    ...Array.from({ length: rounds - 1 }, () => others).flat(),
  ];
  return [...shuffled(mixed), ...shuffled(others)];
}

/** Time until a request is sent, or fewer runs are unfinished, ms. */
async function untilResumed(url: string, open: number, seen: readonly unknown[]): Promise<number> {
  const began = performance.now();
  const sent = seen.length;
  await expect
    .poll(async () => seen.length > sent || (await unfinished(url)) < open, { timeout: healingMs, interval: 10 })
    .toBe(true);
  return performance.now() - began;
}
