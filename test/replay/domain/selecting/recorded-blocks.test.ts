import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordedBlocks } from '../../../../functions/replay/domain/selecting/recorded-blocks.ts';
import { recordedOrder } from '../../../../functions/replay/domain/sessions/recorded-spans.ts';

type Recorded = Parameters<typeof recordedOrder>[0][number] & { n: number };

async function* each<T>(list: readonly T[]) {
  yield* list;
}

describe('recordedBlocks', () => {
  test('have the recorded order of the whole', async () => {
    const one = fc.record({
      after: fc.integer({ min: 0, max: 400 }),
      durationMs: fc.option(fc.integer({ min: 0, max: 1500 })),
      isLogout: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), async (given, size) => {
        let at = 0;
        const cases = given.map(({ after, durationMs, isLogout }, n): Recorded => {
          at += after;
          const credentials = { sent: ['A'], tokens: [], issued: [] };
          return {
            n,
            recordedAt: at,
            durationMs,
            status: 200,
            credentials,
            ...(isLogout && { endsSession: 'logout' }),
          };
        });
        const blocks = await Array.fromAsync(recordedBlocks(each(cases), size));
        for (const block of blocks.slice(0, -1)) expect(block.length).toBeGreaterThanOrEqual(size);
        expect(blocks.flatMap((block) => recordedOrder(block))).toEqual(recordedOrder(cases));
      }),
    );
  });

  test('end at their size while no logout is under way', async () => {
    const cases = Array.from({ length: 12 }, (_, n) => ({ recordedAt: n, durationMs: 5 }));
    expect((await Array.fromAsync(recordedBlocks(each(cases), 5))).map(({ length }) => length)).toEqual([5, 5, 2]);
  });

  test('end at last although a logout seems to take hours', async () => {
    const cases = Array.from({ length: 1100 }, (_, n) => ({
      recordedAt: n,
      durationMs: 9e9,
      ...(n === 0 && { endsSession: 'logout' as const }),
    }));
    expect((await Array.fromAsync(recordedBlocks(each(cases), 5))).map(({ length }) => length)).toEqual([1005, 95]);
  });
});
