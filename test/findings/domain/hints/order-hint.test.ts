import { expect, test } from 'vitest';
import { orderEvidence } from '../../../../functions/findings/domain/hints/order-hint.ts';
import type { PlannedCase } from '../../../../functions/replay/domain/results/chunk.ts';
import type { FailedCluster } from '../../../../functions/replay/domain/results/failed-cases.ts';

const planned = (item: number, method: string, session: string, more: Partial<PlannedCase> = {}): PlannedCase => ({
  item,
  caseId: `c${item}`,
  operation: '/tasks',
  method,
  recordedAt: item,
  traceId: `${item}`,
  session,
  ...more,
});

const failing = (item: number, likelyNoise?: true): FailedCluster => ({
  operation: '/tasks',
  method: 'GET',
  items: [item],
  samples: [],
  differences: [{ kind: 'FIELD_VALUE', subject: 'count', ...(likelyNoise && { likelyNoise }) }],
});

const WRITE = planned(0, 'POST', 'a');

test.for<[what: string, read: PlannedCase, cluster: FailedCluster, hints: number]>([
  ['counts a failing read after a write of another session', planned(1, 'GET', 'b'), failing(1), 1],
  ['leaves out a read after a write of the same session', planned(1, 'GET', 'a'), failing(1), 0],
  ['leaves out a read that did not fail', planned(1, 'GET', 'b'), failing(2), 0],
  ['leaves out a read that only noise makes fail', planned(1, 'GET', 'b'), failing(1, true), 0],
  ['leaves out a read of a session without its login', planned(1, 'GET', 'b', { cut: true }), failing(1), 0],
])('the hint of the order %s', ([, read, cluster, hints]) => {
  const evidence = orderEvidence({ clusters: [cluster] });
  for (const one of [WRITE, read]) evidence.add(one);
  expect(evidence.hint()).toHaveLength(hints);
});
