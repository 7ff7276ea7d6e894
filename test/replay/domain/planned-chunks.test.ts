import { expect, test } from 'vitest';
import type { CaseHead } from '../../../functions/recordings/domain/recorded-case.ts';
import type { RunOrder } from '../../../functions/replay/domain/order/run-order.ts';
import { plannedChunks } from '../../../functions/replay/domain/planned-chunks.ts';

const sent = (at: number, more: Partial<CaseHead> = {}): CaseHead => ({
  caseId: `c${at}`,
  appId: 'shop',
  operation: '/a',
  method: 'POST',
  recordedAt: at * 1000,
  intake: `${at}`,
  traceId: `${at}`,
  session: 's',
  tags: {},
  durationMs: 10,
  status: 200,
  pinned: false,
  credentials: { sent: ['A'], tokens: [], issued: [] },
  ...more,
});

const REVOCATION = sent(2, { endsSession: 'revocation' });
const OTHER = { credentials: { sent: ['B'], tokens: [], issued: [] } };

test.for<[what: string, chosen: CaseHead[], order: RunOrder['used'], ends: string[]]>([
  ['a logout', [sent(1), sent(2, { endsSession: 'logout' })], 'recorded', ['c2']],
  ['a revocation that nothing of its credential follows', [sent(1), REVOCATION], 'recorded', ['c2']],
  ['a revocation before a request with another credential', [REVOCATION, sent(3, OTHER)], 'recorded', ['c2']],
  ['a revocation before a refusal', [REVOCATION, sent(3, { status: 401 })], 'recorded', ['c2']],
  ['no revocation before an accepted request', [REVOCATION, sent(3)], 'recorded', []],
  ['no revocation without a session', [sent(2, { endsSession: 'revocation', session: null })], 'recorded', []],
  ['no logout where sessions alone are ordered', [sent(2, { endsSession: 'logout' })], 'sessions', []],
])('plannedChunks marks requests that end their session: %s', ([, chosen, order, ends]) => {
  const cases = plannedChunks({ chosen, preparation: [], order }).flatMap((chunk) => chunk.cases);
  expect(cases.filter(({ logsOut }) => logsOut).map(({ caseId }) => caseId)).toEqual(ends);
});
