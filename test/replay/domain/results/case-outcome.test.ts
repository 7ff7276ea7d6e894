import { describe, expect, test } from 'vitest';
import type { OutboundOutcome } from '../../../../functions/platform/outbound/outbound.ts';
import { clusterDifferences, compareCase } from '../../../../functions/replay/domain/results/case-outcome.ts';
import { rulesOf } from '../../../compare/domain/compare-two.ts';

const answer = (status: number): OutboundOutcome => ({
  kind: 'response',
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{"id":1}'),
  truncated: false,
  durationMs: 3,
});
const recorded = (status: number) => ({
  status,
  headers: [['content-type', 'application/json'] as [string, string]],
  body: '{"id":1}',
  bodyEncoding: 'utf8' as const,
});
const TIMEOUT: OutboundOutcome = { kind: 'timeout', durationMs: 30_000 };

describe('a case that was recorded without its response', () => {
  const compared = (replayed: OutboundOutcome) => compareCase('/a', null, replayed, rulesOf());

  test('has nothing that a response could differ from', () => {
    expect(compared(answer(200))).toMatchObject({ differences: [], outcome: { differences: [], failure: null } });
  });

  test('differs by a missing response, beside which nothing was recorded', () => {
    const { outcome, differences } = compared(TIMEOUT);
    expect(outcome).toMatchObject({ hasResult: true, failure: 'timeout', differences: [{ kind: 'TIMEOUT' }] });
    expect(differences).toMatchObject([{ kind: 'TIMEOUT', recorded: null }]);
  });
});

test.for<[what: string, recorded: number | null, replayed: OutboundOutcome, failure: string | null]>([
  ['the recorded status', 404, answer(404), null],
  ['another status below 400', 200, answer(302), null],
  ['another status from 400 on', 200, answer(400), '400'],
  ['such a status without a recorded response', null, answer(503), '503'],
  ['a timeout', 200, TIMEOUT, 'timeout'],
  ['a failure to connect', 200, { kind: 'connection-failure', failure: 'dns', durationMs: 1 }, 'dns'],
])('ENVIRONMENT_FAILURE counts %s as in interface 2.4', ([, status, replayed, failure]) => {
  const { outcome } = compareCase('/a', status === null ? null : recorded(status), replayed, rulesOf());
  expect(outcome.failure).toBe(failure);
});

test('clusterDifferences has each kind and subject of a request once', () => {
  const total = { kind: 'FIELD_VALUE', subject: 'items[*].total', rule: null } as const;
  const missing = { ...total, kind: 'FIELD_MISSING' } as const;
  expect(clusterDifferences([total, missing, { ...total }])).toEqual([total, missing]);
});
