import { describe, expect, test } from 'vitest';
import type { CompareRule } from '../../../functions/compare/domain/rules/rules.ts';
import { computeFindings } from '../../../functions/findings/domain/compute-findings.ts';
import { inputUnder } from '../../../functions/findings/domain/stored/current-input.ts';
import { outcomeDigest } from '../../../functions/findings/domain/stored/marked-outcomes.ts';
import { MIN_STORED_BYTES } from '../../../functions/findings/service/stored-findings.ts';
import type { ReplayRound } from '../../../functions/replay/domain/plan.ts';
import { type Cases, settledRounds } from '../../support/stages/settled-rounds.ts';

/** Each differs in 20 fields of its own: their clusters are larger than what is computed in place. */
const REQUESTS = 250;

const cases = (count: number): Cases[] =>
  Array.from({ length: count }, (_, id) => ({
    operation: '/a',
    cases: 1,
    differences: Array.from({ length: 20 }, (_item, at) => ['FIELD_VALUE', `prices.p${20 * id + at}.price`] as const),
  }));
const ignore = (path: string): CompareRule => ({
  ruleId: path,
  kind: 'ignore',
  operation: null,
  target: 'response',
  path,
  origin: 'person',
  createdBy: 'me',
  createdAt: 1,
});

async function largeRound() {
  const stage = settledRounds();
  const { plan, round } = await stage.settled(cases(REQUESTS));
  const answer = async (of: ReplayRound = round) => {
    const found = await stage.findings.latestOf(plan, of);
    if (!found) throw new Error('there are no findings');
    return found;
  };
  return { stage, plan, round, answer };
}

describe('the findings of a round with many clusters', () => {
  test('are computed when it settles and read until something changes', async () => {
    const { stage, plan, round, answer } = await largeRound();
    expect((await stage.results.findUnreadClusters(plan.planId, 1))?.size).toBeGreaterThan(MIN_STORED_BYTES);
    const { findings, counts } = await answer();
    expect(findings.needsAction.map(({ subjects }) => subjects)).toEqual([['prices.*.price']]);
    expect(counts.failedCases).toBe(REQUESTS);
    expect(round.result).toMatchObject({ failedCases: REQUESTS, findings: { needsAction: 1, toReview: 0 } });
    expect((await answer()).findings).toBe(findings);
    expect((await stage.findings.of(plan, round))?.findings).toBe(findings);
  });

  test('name every request of the failed cases once', async () => {
    const { stage, plan } = await largeRound();
    const failed = await stage.results.findFailed(plan.planId, 1);
    expect(failed?.clusters.map(({ differences }) => differences)).toEqual([
      [{ kind: 'FIELD_VALUE', subject: 'prices.*.price' }],
    ]);
    expect(failed?.clusters[0]?.items).toEqual(Array.from({ length: REQUESTS }, (_, item) => item));
  });

  test('show the values of a folded field under its folded subject', async () => {
    const { stage, plan, round } = await largeRound();
    expect((await stage.values.of(plan, round))?.fields.map(({ subject }) => subject)).toEqual(['prices.*.price']);
  });

  test('follow an added and a removed rule at the next query', async () => {
    const { stage, plan, answer } = await largeRound();
    const before = await answer();
    await stage.rules.add(plan.appId, ignore('prices.*.price'));
    const ignored = await answer();
    expect([ignored.counts.failedCases, ignored.findings.needsAction]).toEqual([0, []]);
    await stage.rules.remove(plan.appId, 'prices.*.price');
    expect((await answer()).findings).toEqual(before.findings);
  });

  test('follow a mark and an interruption at the next query', async () => {
    const { stage, plan, round, answer } = await largeRound();
    const [cluster] = (await stage.results.findClusters(plan.planId, 1))?.clusters ?? [];
    if (!cluster) throw new Error('there are no clusters');
    const mark = { item: 0, comment: null, markedBy: 'me', markedAt: 1, outcome: outcomeDigest(cluster) };
    await stage.marks.put(plan, 1, mark);
    expect((await answer()).findings.needsAction[0]?.affectedRequests).toBe(REQUESTS - 1);
    expect((await answer({ ...round, interruption: 'stopped' })).findings.state).toBe('INTERRUPTED');
    await stage.marks.remove(plan.planId, 1, 0);
    expect((await answer()).findings.needsAction[0]?.affectedRequests).toBe(REQUESTS);
  });

  test('equal those computed again from the same input', async () => {
    const { stage, plan, round } = await largeRound();
    const found = await stage.findings.of(plan, round);
    const current = await stage.findings.unreadOf(plan, round);
    const read = await current?.unread.read();
    if (!found || !current || !read) throw new Error('there are no findings');
    expect(found.input.clusters).toHaveLength(1);
    expect(computeFindings(found.input).findings).toEqual(found.findings);
    expect(computeFindings(inputUnder(current.facts, read)).findings).toEqual(found.findings);
  });
});
