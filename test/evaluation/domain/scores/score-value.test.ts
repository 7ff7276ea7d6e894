import { describe, expect, test } from 'vitest';
import { type SentValue, scoreValue } from '../../../../functions/evaluation/domain/scores/score-value.ts';

/** Reads a value whose numbers were written as JSON writes them, unless their texts are given. */
const read = (sent: SentValue, texts: Partial<Record<keyof SentValue, string>> = {}) =>
  scoreValue(sent, (member) => texts[member] ?? JSON.stringify(sent[member]));

describe('the value of a score (evaluation 3.12)', () => {
  test.for<[what: string, sent: SentValue, data_type: string, value: string | boolean]>([
    ['a number', { value: 0.5 }, 'numeric', '0.5'],
    ['a boolean', { value: false }, 'boolean', false],
    ['a string', { value: 'good' }, 'categorical', 'good'],
    ['a string that is a text', { value: 'good', data_type: 'text' }, 'text', 'good'],
    ['a typed member', { numeric_value: 3 }, 'numeric', '3'],
    ['a typed member beside null', { value: null, boolean_value: true, string_value: null }, 'boolean', true],
    ['both forms that agree', { value: 'a', string_value: 'a', data_type: 'text' }, 'text', 'a'],
    ['a text of 4,000 characters', { string_value: 'x'.repeat(4000) }, 'categorical', 'x'.repeat(4000)],
  ])('is accepted as %s', ([, sent, data_type, value]) => {
    expect(read(sent)).toEqual({ ok: true, value: { data_type, value } });
  });

  test('is the number as it was written, whose digits a double would lose', () => {
    const text = '0.12345678901234567890';
    expect(read({ value: Number(text) }, { value: text })).toMatchObject({ value: { value: text } });
  });

  test('is one number in two spellings', () => {
    const sent = { value: 100, numeric_value: 100 };
    expect(read(sent, { value: '1e2', numeric_value: '100' })).toMatchObject({ ok: true, value: { value: '1e2' } });
  });

  test.for<[what: string, sent: SentValue, code: string]>([
    ['nothing', {}, 'validation_failed'],
    ['nulls alone', { value: null, numeric_value: null }, 'validation_failed'],
    ['two typed members', { numeric_value: 1, string_value: '1' }, 'validation_failed'],
    ['both forms that differ', { value: 1, numeric_value: 2 }, 'validation_failed'],
    ['both forms of other types', { value: '1', numeric_value: 1 }, 'validation_failed'],
    ['a text of 4,001 characters', { value: 'x'.repeat(4001) }, 'validation_failed'],
    ['a text with half of a character', { value: '\ud800' }, 'validation_failed'],
    ['an object', { value: {} }, 'value_type_mismatch'],
    ['a typed member of another type', { numeric_value: '1' }, 'value_type_mismatch'],
    ['a value of another data_type', { value: 1, data_type: 'text' }, 'value_type_mismatch'],
    ['a number that is not finite', { value: Number.POSITIVE_INFINITY }, 'number_out_of_range'],
  ])('is refused as %s', ([, sent, code]) => {
    expect(read(sent)).toMatchObject({ ok: false, code });
  });

  test.for([
    [1000, true],
    [1001, false],
  ] as const)('may have a number of %i digits: %s', ([digits, may]) => {
    expect(read({ value: 1 }, { value: '1'.repeat(digits) }).ok).toBe(may);
  });
});
