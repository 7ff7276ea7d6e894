import { describe, expect, test } from 'vitest';
import { latencyOf } from '../../../functions/replay/domain/results/latency.ts';
import { latencyBars } from '../../../functions/report/pages/latency-bars.ts';
import { ruleTargetOf } from '../../../functions/report/pages/report-links.ts';
import { hexLines, rawSlice } from '../../../functions/report/pages/request/raw-slice.ts';

describe('columns of the latency chart', () => {
  const bars = (...pairs: [number | null, number | null][]) => {
    const [latency] = latencyOf(pairs.map(([recordedMs, replayedMs]) => ({ operation: '', recordedMs, replayedMs })));
    return latencyBars(latency ?? { operation: '', recorded: [], replayed: [] });
  };

  test('shares of each side add up to all of it, from the shortest column to the longest without a gap', () => {
    const all = bars([1, 30], [3, 900], [3, null], [null, 31]);
    expect(all.reduce((sum, { recorded }) => sum + recorded, 0)).toBeCloseTo(1);
    expect(all.reduce((sum, { replayed }) => sum + replayed, 0)).toBeCloseTo(1);
    expect(all[0]).toMatchObject({ from: 0, to: 2, recorded: 1 / 3, replayed: 0 });
    for (const [index, bar] of all.entries()) expect(all[index + 1]?.from ?? bar.to).toBe(bar.to);
    expect(all.at(-1)?.to).toBeGreaterThan(880);
  });

  test('one side alone, and none', () => {
    expect(bars([null, 5])).toEqual([{ from: 4, to: 6, recorded: 0, replayed: 1 }]);
    expect(bars()).toEqual([]);
  });
});

describe('pieces of a raw body', () => {
  test('a large text comes in pieces that lose nothing', () => {
    const text = 'ab'.repeat(20_000);
    let from: number | null = 0;
    let whole = '';
    while (from !== null) {
      const piece = rawSlice(text, from);
      expect(piece.text.length).toBeLessThanOrEqual(16_384);
      whole += piece.text;
      from = piece.next;
    }
    expect(whole).toBe(text);
    expect(rawSlice(text, 16_384).previous).toBe(0);
    expect(rawSlice(text, 0).previous).toBeNull();
  });

  test('behind the end there is nothing', () => {
    expect(rawSlice('abc', 900_000_000)).toMatchObject({ text: '', next: null });
    expect(hexLines(new Uint8Array(3), 900_000_000)).toMatchObject({ text: '', next: null });
  });

  test('bytes show their offsets, digits and letters', () => {
    expect(hexLines(Buffer.from('<Hi>\u0000\u00ff'), 0).text).toBe(
      `00000000  ${'3c 48 69 3e 00 c3 bf '.padEnd(48)} <Hi>...`,
    );
  });
});

describe('what a rule names (interface 11)', () => {
  test.for([
    ['items[*].price', 'response', '$.items[*].price'],
    ["@headers['x-build']", 'response-headers', "$['x-build']"],
    ['@headers.date', 'response-headers', '$.date'],
  ])('%s', ([subject, target, path]) => {
    expect(ruleTargetOf(subject ?? '')).toEqual({ target, path });
  });
});
