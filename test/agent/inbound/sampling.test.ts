import { describe, expect, test } from 'vitest';
import { samplingOf } from '../../../agent/inbound/sampling.ts';
import { exchangeFilter } from '../../../functions/recordings/domain/filter/exchange-filter.ts';

const traces = Array.from({ length: 400 }, (_, at) => at.toString(16).padStart(32, '0'));

const random = () => {
  throw new Error('randomness was used');
};

describe('samplingOf', () => {
  test('takes at most samplePerMinute requests in each minute', () => {
    let now = 30_000;
    const isSampled = samplingOf({ sample: 1, samplePerMinute: 2 }, { now: () => now, random });
    expect(traces.slice(0, 4).map(isSampled)).toEqual([true, true, false, false]);
    now = 60_000;
    expect(isSampled('a')).toBe(true);
  });

  test('draws by the trace id, like `replay record`', () => {
    const isSampled = samplingOf({ sample: 0.3, samplePerMinute: 1000 }, { now: () => 0, random });
    const { ofSample } = exchangeFilter({ include: [], exclude: [], keep: [], sample: 0.3 });
    expect(traces.map(isSampled)).toEqual(traces.map((id) => ofSample(id) === null));
  });

  test('draws at random for a request without a trace id', () => {
    const draws = [0.29, 0.3, 0];
    const isSampled = samplingOf(
      { sample: 0.3, samplePerMinute: 1000 },
      { now: () => 0, random: () => draws.shift() ?? 1 },
    );
    expect([null, null, null].map(isSampled)).toEqual([true, false, true]);
  });

  test('takes no request if the sample is 0', () => {
    expect(traces.some(samplingOf({ sample: 0, samplePerMinute: 1000 }, { now: () => 0, random }))).toBe(false);
  });
});
