import { describe, expect, test, vi } from 'vitest';
import { MAX_THROTTLED_TRIES, PatientRetries } from '../../../functions/platform/aws/patient-retries.ts';

/** How many attempts a call has that fails each time, and how long their pauses take at most, ms. */
async function attempts(failures: readonly ('THROTTLING' | 'TRANSIENT' | 'CLIENT_ERROR')[]) {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const pauses: number[] = [];
  const { setTimeout: fake } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    pauses.push(ms);
    return fake(run, 0);
  }) as typeof setTimeout);
  try {
    const retries = new PatientRetries(3);
    let token = await retries.acquireInitialRetryToken('');
    for (let tried = 1; ; tried++) {
      const errorType = failures[tried - 1] ?? failures.at(-1) ?? 'THROTTLING';
      const refreshed = retries.refreshRetryTokenForRetry(token, { errorType }).catch(() => null);
      await vi.runAllTimersAsync();
      const next = await refreshed;
      if (next === null) return { tried, pauses: pauses.reduce((sum, ms) => sum + ms, 0) };
      token = next;
    }
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
}

describe('the attempts of a call to AWS', () => {
  test('are eight while it is throttled, with pauses of 5.2 s at most', async () => {
    expect(await attempts(['THROTTLING'])).toEqual({ tried: MAX_THROTTLED_TRIES, pauses: 5150 });
  });

  test('are three if it fails otherwise', async () => {
    expect(await attempts(['TRANSIENT'])).toMatchObject({ tried: 3 });
  });

  test('end at a failure after the third, also among throttled ones', async () => {
    expect(await attempts(['THROTTLING', 'THROTTLING', 'THROTTLING', 'TRANSIENT'])).toMatchObject({ tried: 4 });
    expect(await attempts(['TRANSIENT', 'THROTTLING', 'THROTTLING', 'THROTTLING', 'TRANSIENT'])).toMatchObject({
      tried: 5,
    });
  });

  test('are one if it is refused', async () => {
    expect(await attempts(['CLIENT_ERROR'])).toMatchObject({ tried: 1 });
  });
});
