import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignValues } from '../../../../functions/compare/domain/arrays/align-elements.ts';
import { alignPositions } from '../../../../functions/compare/domain/arrays/align-positions.ts';
import { numberedTexts, numberedValues } from '../../../../functions/compare/domain/arrays/numbered-values.ts';
import { differenceSink } from '../../../../functions/compare/domain/difference-sink.ts';
import { jsonContext } from '../../../../functions/compare/domain/json-context.ts';
import { compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
import { scanJson } from '../../../../functions/platform/json/scan-json.ts';
import { spansReader } from '../../../../functions/platform/json/spans.ts';
import type { Tape } from '../../../../functions/platform/json/tape.ts';

const tapeOf = (value: unknown): Tape => {
  const tape = scanJson(Buffer.from(JSON.stringify(value)));
  if (tape === null) throw new Error('not JSON');
  return tape;
};

function positionsOf(recorded: readonly unknown[], replayed: readonly unknown[]) {
  const [a, b] = [tapeOf(recorded), tapeOf(replayed)];
  const rules = compileRules([], '/a').states;
  const context = jsonContext(a, b, rules, { path: '$', subject: '$' }, differenceSink());
  const spansOf = spansReader();
  const elements = (tape: Tape) => ({ ...spansOf(tape, 0), indices: null, stateOf: () => rules.root });
  return alignPositions(context, rules.root, elements(a), elements(b));
}

describe('pairing elements by their positions', () => {
  test.each([
    ['a changed value', [1, 2, 3], [1, 9, 3], [0, 1, 2]],
    ['values that were there before, also elsewhere', [1, 1, 2], [1, 3, 2], [0, 1, 2]],
    ['another length', [1, 2], [1, 2, 3], null],
    ['a move', [1, 2, 3], [2, 1, 3], null],
    ['a value that went to another place', [1, 2, 3, 4], [1, 3, 5, 4], null],
    ['nothing in common', [1, 2], [3, 4], null],
  ])('pairs or refuses %s', (_, recorded, replayed, partner) => {
    const found = positionsOf(recorded, replayed);
    expect(found && [...found.partner]).toEqual(partner);
  });

  test('gives the same pairs as the search for the cheapest pairing', () => {
    const values = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        values,
        fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 0, max: 40 })), { maxLength: 4 }),
        (a, to) => {
          const b = a.map((value, index) => to.find(([at]) => at === index)?.[1] ?? value);
          const found = positionsOf(a, b);
          if (found !== null) expect(found).toEqual(alignValues(a, b));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the numbering of values', () => {
  test('gives equal values equal numbers in both lists', () => {
    const [a, b] = numberedValues([5, 2 ** 52 + 1, 5], [2 ** 52 + 1, 7]);
    expect([a, b]).toEqual([Int32Array.of(0, 1, 0), Int32Array.of(1, 2)]);
    expect(numberedTexts(['x', 'y'], ['y', 'z'])).toEqual([Int32Array.of(0, 1), Int32Array.of(1, 2)]);
  });

  test('distinguishes values that were crafted to collide, at a bounded cost each', () => {
    // The upper half cancels the lower one: all of them begin at the same slot.
    const crafted = Array.from({ length: 20_000 }, (_, at) => 2048 * at * (0x200000 + 1));
    const [numbers, again] = numberedValues(crafted, crafted.toReversed());
    expect(new Set(numbers).size).toBe(crafted.length);
    expect([...again].reverse()).toEqual([...numbers]);
  });
});
