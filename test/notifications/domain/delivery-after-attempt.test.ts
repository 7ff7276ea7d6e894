import { describe, expect, test } from 'vitest';
import type {
  ChannelType,
  DeliveryOutcome,
  NotificationEvent,
} from '../../../functions/notifications/domain/channel-kind.ts';
import { afterAttempt } from '../../../functions/notifications/domain/delivery-after-attempt.ts';
import { retryAfterMs } from '../../../functions/notifications/domain/retry-after.ts';
import { retryDelayMs } from '../../../functions/notifications/domain/retry-delay.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const MIDDLE = '80000000000000000000000000000000';

interface Row {
  type: ChannelType;
  event: NotificationEvent;
  outcome: DeliveryOutcome['outcome'];
  attempts: number;
  becomes: string;
}

const row = (
  type: ChannelType,
  outcome: DeliveryOutcome['outcome'],
  attempts: number,
  becomes: string,
  event: NotificationEvent = 'completed',
): Row => ({ type, event, outcome, attempts, becomes });

describe('a delivery after an attempt (facts: delivery 2.2, 3.2)', () => {
  test.for([
    row('webhook', 'delivered', 1, 'SENT'),
    row('webhook', 'refused', 1, 'FAILED'),
    row('webhook', 'not-delivered', 1, '5000'),
    row('webhook', 'not-delivered', 5, '1800000'),
    row('webhook', 'not-delivered', 6, 'FAILED'),
    row('webhook', 'ambiguous', 1, '5000'),
    row('webhook', 'ambiguous', 6, 'UNKNOWN'),
    row('alpha_bot', 'delivered', 1, 'SENT'),
    row('alpha_bot', 'refused', 1, 'FAILED'),
    row('alpha_bot', 'not-delivered', 1, '5000'),
    row('alpha_bot', 'ambiguous', 1, 'UNKNOWN'),
    row('beta_bot', 'not-delivered', 2, '30000'),
    row('beta_bot', 'ambiguous', 1, 'UNKNOWN'),
    row('webhook', 'not-delivered', 1, 'FAILED', 'test'),
    row('webhook', 'ambiguous', 1, 'UNKNOWN', 'test'),
    row('webhook', 'ambiguous', 1, '5000', 'diagnosed'),
  ])(
    'becomes $becomes by $type of $event with the outcome $meaning at attempt $attempts',
    ({ becomes, ...attempted }) => {
      const after = afterAttempt({ ...attempted, retryAfter: null, now: NOW, entropy: MIDDLE });
      expect('end' in after ? after.end : String(after.retryAt - NOW)).toBe(becomes);
    },
  );

  test('waits longer for Retry-After, never shorter', () => {
    const again = (retryAfter: string) =>
      afterAttempt({
        type: 'webhook',
        event: 'completed',
        attempts: 2,
        outcome: 'not-delivered',
        retryAfter,
        now: NOW,
        entropy: MIDDLE,
      });
    expect(again('60')).toEqual({ retryAt: NOW + 60_000 });
    expect(again('1')).toEqual({ retryAt: NOW + 30_000 });
  });
});

describe('the time between attempts (facts: delivery 2.2)', () => {
  test.for([
    [1, 4_000, 6_000],
    [2, 24_000, 36_000],
    [3, 96_000, 144_000],
    [4, 480_000, 720_000],
    [5, 1_440_000, 2_160_000],
  ] as const)('is after attempt %i from %i to %i ms', ([attempts, min, max]) => {
    expect(retryDelayMs(attempts, '0'.repeat(32))).toBe(min);
    expect(retryDelayMs(attempts, 'f'.repeat(32))).toBe(max);
  });

  test('ends after six attempts', () => {
    expect(retryDelayMs(6, MIDDLE)).toBeNull();
  });
});

describe('Retry-After (RFC 9110 10.2.3)', () => {
  test.for([
    [null, 0],
    ['', 0],
    ['7', 7_000],
    ['600', 600_000],
    ['601', 600_000],
    ['99999999999', 0],
    ['-5', 0],
    ['1.5', 0],
    ['soon', 0],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['Fri, 20 Nov 2026 23:00:00 GMT', 600_000],
  ] as const)('is read from %j as %i ms', ([header, ms]) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });
});
