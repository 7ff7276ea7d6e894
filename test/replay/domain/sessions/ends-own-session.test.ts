import { expect, test } from 'vitest';
import { endsOwnSession } from '../../../../functions/replay/domain/sessions/logouts-last.ts';

type Sent = Parameters<typeof endsOwnSession>[0];

const sent = (at: number, more: Partial<Sent> = {}): Sent => ({
  recordedAt: at * 1000,
  session: 's',
  durationMs: 10,
  status: 200,
  credentials: { sent: ['A'], tokens: [], issued: [] },
  ...more,
});

const LOGOUT = sent(2, { endsSession: 'logout' });
const REVOCATION = sent(2, { endsSession: 'revocation' });

test.for<[what: string, one: Sent, after: Sent[], ends: boolean]>([
  ['a logout', LOGOUT, [sent(3)], true],
  ['a revocation that nothing of its credential follows', REVOCATION, [], true],
  [
    'a revocation before a request with another credential',
    REVOCATION,
    [sent(3, { credentials: { sent: ['B'], tokens: [], issued: [] } })],
    true,
  ],
  ['a revocation before a refusal', REVOCATION, [sent(3, { status: 401 })], true],
  ['a revocation before an accepted request', REVOCATION, [sent(3)], false],
  ['any other request', sent(2), [], false],
])('endsOwnSession finds whether a request ends its session: %s', ([, one, after, ends]) => {
  expect(endsOwnSession(one, [sent(1), one, ...after])).toBe(ends);
});
