import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CompareRule } from '../../../functions/compare/domain/rules/rules.ts';
import { outcomeDigest } from '../../../functions/findings/domain/stored/marked-outcomes.ts';
import type { Suggestion } from '../../../functions/noise/domain/suggestions.ts';
import type { ApiRequest } from '../../../functions/platform/http/api.ts';
import { etagOf } from '../../../functions/platform/http/etag-of.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { rememberedReads } from '../../../functions/platform/table/remembered-reads.ts';
import { planItemId, type ReplayPlan, type ReplayRound } from '../../../functions/replay/domain/plan.ts';
import { planStore } from '../../../functions/replay/store/plans.ts';
import type { PollAnswer } from '../../../functions/report/api/poll-answer.ts';
import { pollReplayRun } from '../../../functions/report/api/poll-replay-run.ts';
import { settledRounds } from '../../support/stages/settled-rounds.ts';

const DAY_MS = 86_400_000;
const CASES = [
  { operation: '/a', cases: 3, differences: [['FIELD_VALUE', 'price']] },
  { operation: '/b', cases: 2, differences: [['FIELD_MISSING', 'stock']] },
  { operation: '/c', cases: 5 },
] as const;

let stage: ReturnType<typeof settledRounds>;
let plan: ReplayPlan;
let round: ReplayRound;
let kept: Parameters<typeof pollReplayRun.answer>[1];
beforeEach(async () => {
  stage = settledRounds();
  ({ plan, round } = await stage.settled(CASES));
  kept = { ...stage, config: standaloneConfig({}), pollAnswers: rememberedReads<PollAnswer>(stage.table, 10) };
});

async function polled(planId: string, headers: Record<string, string> = {}, services = kept) {
  // A poll uses no other member.
  const request = { params: { planId }, headers: new Headers(headers) } as unknown as ApiRequest;
  const { status, headers: answered = {}, bytes } = await pollReplayRun.answer(request, services);
  const { etag = null, 'cache-control': cacheControl = null } = answered;
  return { status, etag, cacheControl, text: Buffer.from(bytes ?? []).toString() };
}

/** A poll of a process that has kept nothing. */
const polledAnew = (planId: string) => polled(planId, {}, { ...kept, pollAnswers: rememberedReads<PollAnswer>({}, 1) });

const suggestion: Suggestion = {
  id: 'one',
  operation: '/a',
  path: 'price',
  ruleKind: 'ignore',
  reason: 'CURRENT_TIME',
  evidence: { requests: 3, sentAgain: 0, reasons: [] },
  status: 'SUGGESTED',
};
const rule: CompareRule = {
  ruleId: 'r',
  kind: 'ignore',
  operation: null,
  target: 'response',
  path: 'stock',
  origin: 'person',
  createdBy: 'ann',
  createdAt: 1,
};

/** What changes the answer, in an order in which each does. */
const CHANGES: readonly [string, () => Promise<unknown>][] = [
  ['a rule', () => stage.rules.add(plan.appId, rule)],
  ['the removal of a rule', () => stage.rules.remove(plan.appId, 'r')],
  ['main endpoints', () => stage.applications.registerMainOperations(plan.appId, ['/nowhere'])],
  ['the removal of main endpoints', () => stage.applications.registerMainOperations(plan.appId, [])],
  ['a suggestion', () => stage.noise.suggest(plan, 1, [suggestion])],
  ['a reverted suggestion', () => stage.noise.setStatus(plan.planId, 1, 'one', 'REVERTED')],
  ['a mark', async () => stage.marks.put(plan, 1, await markOfFirst())],
  ['the removal of a mark', () => stage.marks.remove(plan.planId, 1, 0)],
  ['an analysis that begins', async () => stage.analyses.request(plan, round)],
  ['a diagnosis', () => stage.analyses.write(plan, round, { state: 'DONE', cases: diagnosed() })],
  ['a next round', () => stage.plans.begin(plan)],
  ['the end of its time', async () => setClock(plan.expiresAt)],
];

const setClock = (at: number) => {
  stage.clock.now = at;
};
const diagnosed = () => [0, 1, 2, 3, 4].map((item) => ({ planItemId: planItemId(plan.planId, item), tier: 'INVALID' }));

async function markOfFirst() {
  const clusters = await stage.results.findClusters(plan.planId, 1);
  const cluster = clusters?.clusters.find(({ operation, differences }) => operation === '/a' && differences.length > 0);
  if (cluster === undefined) throw new Error('there is no such cluster');
  return { item: 0, comment: null, markedBy: 'ann', markedAt: 1, outcome: outcomeDigest(cluster) };
}

describe('a poll of a finished run', () => {
  test('reads nothing as long as nothing has changed', async () => {
    const { text } = await polled(plan.planId);
    const reads = (['get', 'query', 'batchGet'] as const).map((name) => vi.spyOn(stage.table, name));
    const other = await stage.settled(CASES, { appId: 'other' });
    for (const read of reads) read.mockClear();
    expect((await polled(plan.planId)).text).toBe(text);
    expect(reads.map(({ mock }) => mock.calls)).toEqual([[], [], []]);
    expect((await polled(other.plan.planId)).text).toBe((await polledAnew(other.plan.planId)).text);
  });

  test('answers 304 without a body to a caller that has the answer, and the answer to any other', async () => {
    const first = await polled(plan.planId);
    expect(first).toMatchObject({ status: 200, etag: etagOf(first.text), cacheControl: 'private, no-cache' });
    const same = { ...first, status: 304, text: '' };
    expect(await polled(plan.planId, { 'if-none-match': `"x", W/${first.etag}` })).toEqual(same);
    expect(await polled(plan.planId, { 'if-none-match': '"x"' })).toEqual(first);
  });

  test('answers 304 also where the table cannot tell what has changed, as on AWS', async () => {
    const onAws = { ...kept, pollAnswers: rememberedReads<PollAnswer>({}, 1) };
    const { etag } = await polled(plan.planId);
    expect((await polled(plan.planId, { 'if-none-match': etag ?? '' }, onAws)).status).toBe(304);
  });

  test('is never that of before a change', async () => {
    for (const [name, change] of CHANGES) {
      const before = await polled(plan.planId);
      expect((await polled(plan.planId)).text, name).toBe(before.text);
      await change();
      const after = await polled(plan.planId, { 'if-none-match': before.etag ?? '' });
      expect(after.status, name).toBe(200);
      expect(after.text, name).not.toBe(before.text);
      expect(after.text, name).toBe((await polledAnew(plan.planId)).text);
    }
  });

  test('shows an analysis as stale once its executor has been silent', async () => {
    await stage.analyses.request(plan, round);
    const before = await polled(plan.planId);
    setClock(stage.clock.now + DAY_MS);
    const after = await polled(plan.planId, { 'if-none-match': before.etag ?? '' });
    expect([before, after].map(({ text }) => JSON.parse(text).analysis.reason)).toEqual([null, 'STALE']);
  });

  test('answers a caller of another tenant as one without an answer, whatever tag it has', async () => {
    const { etag } = await polled(plan.planId);
    const table = openTable(':memory:', () => stage.clock.now);
    const elsewhere = {
      ...kept,
      plans: planStore(stage.table, 'other'),
      pollAnswers: rememberedReads<PollAnswer>(table, 10),
    };
    for (const tag of [etag ?? '', '*']) {
      const answer = await polled(plan.planId, { 'if-none-match': tag }, elsewhere);
      expect(answer).toMatchObject({ status: 200, etag: null, cacheControl: null });
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'UNKNOWN', errorCode: 'NOT_FOUND', findings: null });
    }
  });
});

describe('a poll of a run that has not ended', () => {
  test('has no tag', async () => {
    const { planId } = await stage.planned();
    const answer = await polled(planId, { 'if-none-match': '*' });
    expect(answer).toMatchObject({ status: 200, etag: null, cacheControl: null });
  });

  test('is never that of before its progress', async () => {
    const running = await stage.planned({ appId: 'other' });
    const { planId } = running;
    const steps: (() => Promise<unknown>)[] = [
      () => stage.plans.setOnce(planId, 1, 'selection', { requests: 4, chunks: 2, workers: 2 }),
      async () => {
        await stage.plans.advance(planId, 1, ['PENDING'], 'RUNNING');
        await stage.plans.setOnce(planId, 1, 'startedAt', 5);
      },
      () => stage.results.putProgress(running, 1, { chunk: 0, done: 1, timeouts: 0, timeoutsInRow: 0 }),
      () => stage.results.putProgress(running, 1, { chunk: 1, done: 2, timeouts: 0, timeoutsInRow: 0 }),
      () => stage.plans.finish(planId, 1, 9, 9),
    ];
    const shown: unknown[] = [];
    for (const step of steps) {
      const { text } = await polled(planId);
      const reads = vi.spyOn(stage.table, 'get');
      expect((await polled(planId)).text).toBe(text);
      expect(reads).not.toHaveBeenCalled();
      reads.mockRestore();
      await step();
      const after = (await polled(planId)).text;
      expect(after).toBe((await polledAnew(planId)).text);
      const { status, progress } = JSON.parse(after);
      shown.push([status, progress]);
    }
    expect(shown).toEqual([
      ['PENDING', 0],
      ['RUNNING', 0],
      ['RUNNING', 0.25],
      ['RUNNING', 0.75],
      ['RUNNING', 1],
    ]);
  });
});
