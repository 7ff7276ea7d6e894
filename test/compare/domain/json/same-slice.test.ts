import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementDifference, positionDifferences } from '../../../../functions/compare/domain/json/same-slice.ts';
import { scanJson } from '../../../../functions/platform/json/scan-json.ts';
import { spansReader } from '../../../../functions/platform/json/spans.ts';
import { bytesOf } from '../compare-two.ts';

const scanned = (text: string) => {
  const tape = scanJson(bytesOf(text));
  if (tape === null) throw new Error('not JSON');
  return tape;
};

test('elements side by side differ where each pair does by itself', () => {
  const element = fc.constantFrom(
    '1',
    '12',
    '"a"',
    '"ab"',
    '[1, 2]',
    '[1,2]',
    '{"a":1}',
    '{"a":2}',
    `"${'x'.repeat(99)}"`,
  );
  const pair = fc.record({ same: fc.nat(3), a: element, b: element, gap: fc.constantFrom('', '', '', ' ') });
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), (pairs) => {
      const a = scanned(`[${pairs.map((one) => one.a).join(',')}]`);
      const b = scanned(`[${pairs.map((one) => one.gap + (one.same < 3 ? one.a : one.b)).join(',')}]`);
      const [spansA, spansB] = [spansReader()(a, 0), spansReader()(b, 0)];
      const known = { a: 0, b: 0, equalUntil: 0 };
      const differenceAt = positionDifferences(a, b, spansA, spansB, known);
      for (const index of pairs.keys()) {
        expect(differenceAt(index)).toBe(elementDifference(a, b, spansA, index, spansB, index, known));
      }
    }),
  );
});
