import { describe, expect, test } from 'vitest';
import { type Settling, settlesAfter, settlingOf } from '../../../functions/findings/domain/settling.ts';

const round = {
  interruption: null,
  selection: { requests: 3, chunks: 1, workers: 1 },
  finishedAt: 1000,
  settleAt: 181_000,
  result: null,
};
const result = {
  verdict: 'PASS',
  passRate: 1,
  totalCases: 3,
  successCases: 3,
  failedCases: 0,
  settledAt: 2000,
} as const;
const none = { ...round, selection: { ...round.selection, requests: 0 } };
const stopped = { ...round, interruption: 'stopped by a person' };

describe('the settling of findings after the last request (spec 3.1, interface 3.1)', () => {
  test.for([
    ['WAIT', 'off', round],
    ['NOISE_REDUCTION', 'rules', round],
    ['NOISE_REDUCTION', 'ai', round],
    [null, 'off', stopped],
    [null, 'rules', stopped],
    [null, 'off', none],
    [null, 'ai', none],
  ] as const)('is %s with noise reduction %s', ([stage, noiseReduction, given]) => {
    expect(settlesAfter(given, noiseReduction)).toBe(stage);
    expect(settlingOf(given, noiseReduction)?.stage ?? null).toBe(stage);
  });

  test.for<[string, Partial<Settling> | null, Parameters<typeof settlingOf>[0], 'off' | 'rules']>([
    ['an end of a wait', { until: 181_000, reason: expect.stringContaining('SVC_SETTLE_SECONDS') }, round, 'off'],
    ['no fixed end of noise reduction', { until: null }, { ...round, settleAt: 1000 }, 'rules'],
    ['nothing while requests are sent', null, { ...round, finishedAt: null, settleAt: null }, 'off'],
    ['nothing once the round has settled', null, { ...round, result }, 'off'],
  ])('shows %s', ([, wanted, given, noiseReduction]) => {
    const settling = settlingOf(given, noiseReduction);
    if (wanted === null) expect(settling).toBeNull();
    else expect(settling).toMatchObject(wanted);
  });
});
