import { describe, expect, test } from 'vitest';
import type { MadeCall } from '../../../../functions/mocks/domain/made-call.ts';
import { callNotice, LATE_CALLS_MS } from '../../../../functions/replay/service/sending/noticed-calls.ts';
import { madeCall, recordedCall } from '../../../support/downstream-calls.ts';

let rounds = 0;

/** Calls become visible at their times, ms; returns what was read, and how long it took. */
async function readAt(
  calls: readonly [at: number, MadeCall][],
  { asked = false, recorded = 2, targets = ['redis'], isUnanswered = false } = {},
) {
  let now = 0;
  let reads = 0;
  const notice = callNotice(
    {
      elapsed: () => now,
      mocks: {
        async madeCalls() {
          reads++;
          const seen = calls.filter(([at]) => at <= now).map(([, call]) => call);
          return { asked, askedTargets: targets, isUnanswered, calls: seen };
        },
      },
    },
    async (ms) => {
      now += ms;
    },
  );
  const found = await notice(
    { replayId: 'r', appId: 'shop', round: `p-${rounds++}` },
    Array.from({ length: recorded }, () => recordedCall('a')),
  );
  return { calls: found.calls.length, now, reads };
}

describe('downstream calls after the response', () => {
  const [first, second] = [madeCall('a', 0), madeCall('b', 1)];

  test('are not awaited once the service left one unanswered', async () => {
    expect(await readAt([[0, first]], { isUnanswered: true })).toEqual({ calls: 1, now: 0, reads: 1 });
  });

  test('are awaited while one is missing, and no longer', async () => {
    expect(
      await readAt([
        [0, first],
        [100, second],
      ]),
    ).toMatchObject({ calls: 2, now: 100 });
  });

  test('are awaited for a limited time', async () => {
    expect(
      await readAt([
        [0, first],
        [LATE_CALLS_MS + 1, second],
      ]),
    ).toMatchObject({ calls: 1, now: LATE_CALLS_MS });
  });

  test.for<[string, Parameters<typeof readAt>[1]]>([
    ['nothing is missing', { recorded: 1 }],
    ['nothing was recorded', { recorded: 0 }],
  ])('are not awaited if %s', async ([, options]) => {
    expect(
      await readAt(
        [
          [0, first],
          [50, second],
        ],
        options,
      ),
    ).toEqual({ calls: 1, now: 0, reads: 1 });
  });

  test('are not awaited if nothing asked, and are for a target that was asked', async () => {
    expect(await readAt([[50, first]], { targets: [] })).toEqual({ calls: 0, now: 0, reads: 1 });
    expect(await readAt([[50, first]], { targets: [], asked: true, recorded: 1 })).toMatchObject({ calls: 1, now: 50 });
  });
});
