import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { analysisService } from '../../../functions/analysis/service/analyses.ts';
import { awaitAnalysis } from '../../../functions/analysis/steps/await-analysis.ts';
import { requestAnalysis } from '../../../functions/analysis/steps/request-analysis.ts';
import { analysisRows } from '../../../functions/analysis/store/analysis-rows.ts';
import { notifyResult } from '../../../functions/notifications/steps/notify-result.ts';
import { deliveryStore } from '../../../functions/notifications/store/deliveries.ts';
import { dailyQuota } from '../../../functions/platform/daily-quota.ts';

import { openTable } from '../../../functions/platform/standalone/table.ts';
import { loadStateMachine, type Step } from '../../../functions/platform/standalone/workflows/state-machine.ts';
import { tableWorkflows } from '../../../functions/platform/standalone/workflows/workflows.ts';
import { type Step as DeclaredStep, runnable } from '../../../functions/platform/steps/step.ts';
import type { Blobs, Queue, Table, World } from '../../../functions/platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../../functions/replay/domain/plan.ts';
import { ROUND_FAULT, type RoundInput } from '../../../functions/replay/domain/round-input.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { PROOF_SIZES } from '../../proof/proof-sizes.ts';
import { fakeTime } from '../../support/fakes/fake-time.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { EveryService } from '../../support/services-for.ts';
import { TEST_SEED } from '../../support/test-random.ts';

const INTERLEAVINGS = PROOF_SIZES.interleavings;
const HEARTBEAT_MS = 300_000;
/** Tolerance between the end of a wait and the announcement: a few calls, a restart, the full second of a timeout. */
const SLACK_MS = 15_000;

const { States, ...file } = JSON.parse(readFileSync('state-machines/replay.asl.json', 'utf8'));
const { RequestAnalysis, IsAnalysisAwaited, AwaitAnalysis, NotifyResult, Notified } = States;
/** A replay from the settling of its findings on. */
const settled = loadStateMachine({
  ...file,
  StartAt: 'RequestAnalysis',
  States: { RequestAnalysis, IsAnalysisAwaited, AwaitAnalysis, NotifyResult, Notified },
});

let clock = fakeTime(Date.parse('2026-01-01T00:00:00Z'), seededRandom(0));
const table = openTable(':memory:', () => clock.now());
afterAll(() => table.close());

/** Latency of a call, or of its response, in ms. */
const LATENCIES = [0, 0, 0, 1, 2, 5, 20, 60, 700];

/** All values fit into a row, and messages are received as they are sent. */
const unused = async () => {
  throw new Error('not used here');
};
const UNUSED = {
  blobs: {
    put: unused,
    putStream: unused,
    get: unused,
    remove: unused,
    stat: unused,
    copy: unused,
    signedPut: unused,
    signedGet: unused,
  } satisfies Blobs,
  queue: {
    send: unused,
    receive: unused,
    acknowledge: unused,
    deadLetter: unused,
    deadLetters: unused,
    redrive: unused,
  } satisfies Queue,
};
const WEBHOOK = { id: 'w', type: 'webhook', appIds: [], enabled: true, onlyOnFailure: false } as const;

const UNANSWERED = Symbol('unanswered');

/** Time range of an event whose exact time is unknown. */
interface Span {
  begun: number;
  ended: number;
}

/**
 * One settled replay, an executor and a process that may crash. The order of actions and the latency of each call are
 * random.
 */
async function interleaving(seed: number) {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T; // none is empty
  const about = (at: number, within: number) => Math.max(0, at + Math.round((random() * 2 - 1) * within));
  const time = fakeTime(clock.now(), random);
  clock = time;
  const settledAt = time.now();
  const waitMs = pick([0, 1000, 20_000, 299_000, 300_000, 301_000, 1_200_000]);
  const planId = seed.toString(16).padStart(24, '0');
  const expiresAt = settledAt + 86_400_000;
  const plan = { planId, appId: 'shop', source: 'trigger', expiresAt } as ReplayPlan; // the members that are read
  const round = { planId, round: 1, result: { settledAt, state: 'NEEDS_ACTION' } } as ReplayRound; // what is read

  const said: { state: string | undefined; at: number }[] = [];
  const diagnosed: number[] = [];
  const concluded: Span[] = [];
  const beats: Span[] = [{ begun: settledAt, ended: settledAt + SLACK_MS }];

  let ids = 0;
  const newId = () => `${planId}${(ids++).toString(16).padStart(8, '0')}`;
  function startProcess() {
    const process = { isDead: false };
    const own = time.tableOf(table, { latency: () => pick(LATENCIES), isDead: () => process.isDead });
    const steps: Record<string, Step> = {
      RequestAnalysis: stepOf(requestAnalysis),
      AwaitAnalysis: stepOf(awaitAnalysis),
      NotifyResult: stepOf(notifyResult),
    };
    const machines = { replay: settled, recompare: settled, analysis: settled, evaluation: settled };
    const workflows = tableWorkflows({
      table: own,
      log: silentLog,
      now: time.now,
      newId,
      machines,
      steps,
      random,
      sleep: time.sleep,
    });
    const ports = { table: own, now: time.now, elapsed: time.now, newId, ...UNUSED };
    const channels = { list: async () => [WEBHOOK] };
    const deliveries = deliveryStore({ ...ports, queue: { ...UNUSED.queue, send: arrive }, channels }, 'default');
    const announce = () => deliveries.announce(plan, round, 'diagnosed');
    const analyses = analysesOn(own, { workflows, announce });
    function stepOf<Input extends RoundInput>(step: DeclaredStep<Input, EveryService>): Step {
      const plans = { find: async () => plan, findRound: async () => round };
      const services = () => ({ log: silentLog, workflows, analyses, deliveries, plans });
      return runnable(step, () => services() as unknown as EveryService, ROUND_FAULT); // what the steps use
    }
    async function arrive(): Promise<void> {
      await time.sleep(pick(LATENCIES));
      if (process.isDead) return new Promise(() => {});
      await time.atOnce(receive);
    }
    return { process, workflows, analyses };
  }

  function analysesOn(
    itsTable: Table,
    { workflows, announce }: { workflows: Pick<World['workflows'], 'complete'>; announce(): Promise<void> },
  ) {
    const parts = {
      rows: analysisRows({ table: itsTable, ...UNUSED }, 'default'),
      quota: dailyQuota({ table: itsTable, now: time.now }, 'default'),
      jobs: { isConnected: async () => true },
      results: { findFailed: async () => ({ replayed: [], clusters: [] }) },
      marks: { list: async () => [] },
      applications: { settings: async () => ({ automaticAnalysis: true }) },
      workflows,
      announce,
      now: time.now,
      log: silentLog,
    };
    const settings = { waitMs, daily: Number.MAX_SAFE_INTEGER, isBuiltIn: false };
    const { write, ...rest } = analysisService(parts as unknown as Parameters<typeof analysisService>[0], settings); // the members that are used
    const written = async (state: string) => (await write(plan, round, { state })).ok;
    return { ...rest, heartbeat: () => written('RUNNING'), conclude: () => written('DONE') };
  }
  const instantly = analysesOn(table, { workflows: { complete: async () => 'gone' }, announce: async () => {} });
  const stateNow = async () => (await instantly.viewOf(plan, round)).analysis?.state;

  /** A minimal notifier: takes each delivery once, and records the state of the analysis at that time. */
  async function receive(): Promise<void> {
    const { items } = await table.query({ pk: `T#default#DELIVERY#${planId}#1` });
    for (const { pk, sk, eventType } of items) {
      if (!(await table.update({ pk, sk }, { state: 'SENT' }, { when: { state: { equals: 'NEW' } } }))) continue;
      if (eventType === 'completed') said.push({ state: await stateNow(), at: time.now() });
      else diagnosed.push(time.now());
    }
  }

  let host = startProcess();
  const { promise: restarted, resolve: restart } = Promise.withResolvers<typeof UNANSWERED>();

  /** Like a client without a response: sends the request again. */
  async function untilAnswered<T>(ask: () => Promise<T>): Promise<{ answer: T; isRepeat: boolean }> {
    const { process } = host;
    const silence = restarted.then((none) => (process.isDead ? none : new Promise<never>(() => {})));
    const answer = await Promise.race([ask(), silence]);
    return answer === UNANSWERED ? { answer: await ask(), isRepeat: true } : { answer, isRepeat: false };
  }
  /** `unclear`: a repeat was refused, so it is unknown whether the first call was accepted. */
  async function note(ask: () => Promise<boolean>, { taken, unclear }: { taken: Span[]; unclear(span: Span): void }) {
    const begun = time.now();
    const { answer, isRepeat } = await untilAnswered(ask);
    const span = { begun, ended: time.now() };
    if (answer) taken.push(span);
    else if (isRepeat) unclear(span);
  }

  const aboutTheWait = () =>
    pick([about(200, 200), about(waitMs, 300), about(HEARTBEAT_MS, 300), about(waitMs / 2, waitMs / 2 + 60_000)]);
  async function executor() {
    let last = 0;
    for (let beat = pick([0, 0, 1, 2, 4]); beat > 0; beat--) {
      const pause = pick([aboutTheWait(), about(HEARTBEAT_MS, 300), 60_000]);
      await time.sleep(pause);
      last += pause;
      const before = beats.at(-1)?.begun ?? settledAt;
      await note(() => host.analyses.heartbeat(), {
        taken: beats,
        unclear: ({ ended }) => beats.push({ begun: before, ended }),
      });
    }
    if (random() < 0.15) return;
    await time.sleep(Math.max(0, aboutTheWait() - (random() < 0.5 ? last : 0)));
    const ways = pick([1, 1, 2]);
    const unclear: Span[] = [];
    const conclude = () => host.analyses.conclude();
    await Promise.all(
      Array.from({ length: ways }, () => note(conclude, { taken: concluded, unclear: (span) => unclear.push(span) })),
    );
    if (concluded.length === 0 && unclear[0] && (await stateNow()) === 'DONE') concluded.push(unclear[0]);
  }
  async function fate() {
    const kind = pick(['none', 'none', 'none', 'stop', 'crash']);
    if (kind === 'none') return;
    await time.sleep(aboutTheWait());
    const before = host;
    if (kind === 'stop') await before.workflows.drain();
    before.process.isDead = true;
    await time.sleep(pick([0, 1, 1000]));
    host = startProcess();
    restart(UNANSWERED);
    await host.workflows.resume();
  }

  const input = { tenant: 'default', planId, round: 1 };
  const begin = untilAnswered(() => host.workflows.start('replay', `${planId}-r1`, input));
  const everything = Promise.all([begin, executor(), fate()]);
  await time.run();
  await everything;
  return { said, diagnosed, concluded, beats, deadline: settledAt + waitMs };
}

describe('a diagnosis, the deadline and the notification (spec 6.2.3)', () => {
  test(`end in ${INTERLEAVINGS} interleavings with one announcement each, in time and true`, {
    timeout: 600_000,
  }, async () => {
    const seen = new Map<string, number>();
    for (let seed = TEST_SEED; seed < TEST_SEED + INTERLEAVINGS; seed++) {
      const happened = await interleaving(seed);
      expect(wrongIn(happened), `interleaving ${seed}: ${JSON.stringify(happened)}`).toEqual([]);
      const state = happened.said[0]?.state ?? '';
      seen.set(state, (seen.get(state) ?? 0) + 1);
    }
    // The random runs have reached every outcome.
    for (const state of ['DONE', 'RUNNING', 'PARTIAL']) expect(seen.get(state)).toBeGreaterThan(INTERLEAVINGS / 50);
  });
});

/** Violated invariants. A span counts as too early, or too late, only if all of it is. */
function wrongIn({ said, diagnosed, concluded, beats, deadline }: Awaited<ReturnType<typeof interleaving>>): string[] {
  const [one, ...others] = said;
  if (one === undefined) return ['nothing was announced'];
  // A heartbeat in flight counts from its arrival.
  const heard = beats.filter(({ ended }, index) => index === 0 || ended <= one.at).at(-1);
  const sent = beats.filter(({ begun }) => begun <= one.at).at(-1);
  const stale = { begun: (heard?.begun ?? 0) + HEARTBEAT_MS, ended: (sent?.ended ?? 0) + HEARTBEAT_MS };
  const over = concluded[0] ?? { begun: Number.POSITIVE_INFINITY, ended: Number.POSITIVE_INFINITY };
  return [
    [others.length > 0, 'announced more than once'],
    [concluded.length > 1, 'concluded more than once'],
    [one.state === 'DONE' && one.at < over.begun, 'says DONE before it was'],
    [one.state !== 'DONE' && one.at > over.ended, 'does not say that it was DONE'],
    [one.state === 'PARTIAL' && one.at < stale.begun, 'says that it was given up while it lived'],
    [one.state === 'RUNNING' && one.at > stale.ended, 'says RUNNING of what was given up'],
    [diagnosed.length !== concluded.length, 'a diagnosis was not notified once'],
    [one.at < Math.min(deadline, over.begun, stale.begun), 'did not wait'],
    [one.at > Math.min(deadline, over.ended, stale.ended) + SLACK_MS, 'waited too long'],
  ].flatMap(([isSo, what]) => (isSo ? [String(what)] : []));
}
