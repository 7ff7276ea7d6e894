import { describe, expect, test } from 'vitest';
import type { Difference } from '../../../../functions/compare/domain/difference.ts';
import { cutPair, MAX_VALUE_LENGTH } from '../../../../functions/findings/domain/values/cut-pair.ts';
import { requestsToRead } from '../../../../functions/findings/domain/values/requests-to-read.ts';
import { shownValuesJob } from '../../../../functions/findings/domain/values/shown-values-job.ts';
import {
  MAX_COUNTED,
  MAX_FIELDS,
  MAX_KEPT,
  valueTally,
} from '../../../../functions/findings/domain/values/value-tally.ts';
import { storedJson } from '../../../../functions/platform/values/stored-json.ts';
import { compareTwo } from '../../../compare/domain/compare-two.ts';

describe('cutPair', () => {
  test('keeps short values whole', () => {
    const pair = { recorded: 'a'.repeat(MAX_VALUE_LENGTH), replayed: null };
    expect(cutPair(pair)).toEqual(pair);
  });

  test('keeps the place where long values differ', () => {
    const before = 'x'.repeat(5000);
    const { recorded, replayed } = cutPair({ recorded: `${before}old${before}`, replayed: `${before}new` });
    expect(recorded).toMatch(/^…x+oldx+…$/);
    expect(replayed).toMatch(/^…x+new$/);
    expect(recorded).toHaveLength(MAX_VALUE_LENGTH + 2);
  });
});

describe('the values that readers see', () => {
  const shown = (...differences: Partial<Difference>[]) =>
    shownValuesJob.run({
      stored: storedJson({
        differences: differences.map((one) => ({
          kind: 'FIELD_VALUE',
          subject: 'a',
          path: 'a',
          recorded: '1',
          replayed: '2',
          rule: null,
          ...one,
        })),
      }).bytes,
    }).values;

  test('are the first of each kind and subject', () => {
    expect(shown({}, { recorded: '3' }, { subject: 'b' })).toEqual([
      { kind: 'FIELD_VALUE', subject: 'a', recorded: '1', replayed: '2' },
      { kind: 'FIELD_VALUE', subject: 'b', recorded: '1', replayed: '2' },
    ]);
  });

  test('are lengths for a list whose length changed', () => {
    const many = JSON.stringify(Array.from({ length: 1200 }, (_, n) => n));
    const { differences } = compareTwo('[0]', many);
    const [length] = shown(...differences.filter(({ kind }) => kind === 'ARRAY_LENGTH'));
    expect([length?.recorded, length?.replayed]).toEqual(['1', '1,200 elements']);
  });

  test.for([
    ['user.password', '"hunter2"', '"hunter3"'],
    ['user.email', '"ann@shop.example"', '"bob@shop.example"'],
    ['payment.card_number', '"4111111111111111"', '"5555555555554444"'],
  ] as const)('mask secrets and personal data: %s', ([path, recorded, replayed]) => {
    const [value] = shown({ subject: path, path, recorded, replayed });
    expect([value?.recorded, value?.replayed]).toEqual(['***', '***2']);
  });

  test('leave out members of a value that are credentials', () => {
    const [value] = shown({ recorded: '{"token":"s3cret","id":1}', replayed: null });
    expect(value?.recorded).not.toContain('s3cret');
  });

  test('leave out the value that made a field sensitive', () => {
    const [value] = shown({ kind: 'SENSITIVE_FIELD', recorded: null, replayed: '"4111111111111111"' });
    expect(value).toEqual({ kind: 'SENSITIVE_FIELD', subject: 'a', recorded: null, replayed: '"***"' });
  });

  test('have what was recorded beside those of two builds, also where only that has moved', () => {
    const one = (path: string, recorded: string, replayed: string) => ({
      kind: 'FIELD_VALUE',
      subject: path,
      path,
      recorded,
      replayed,
      rule: null,
    });
    const { bytes } = storedJson({
      differences: [one('price', '29.5', '14.5'), one('tax', '3', '4'), one('user.email', '"a@b.test"', '"c@d.test"')],
      baseline: {
        recorded: null,
        differences: [
          one('price', '27.9', '29.5'),
          one('stock', '14', '9'),
          one('user.email', '"x@y.test"', '"a@b.test"'),
        ],
      },
    });
    const { values, moved } = shownValuesJob.run({ stored: bytes });
    const textOf = ({ subject, asRecorded, recorded, replayed }: (typeof values)[number]) =>
      `${subject} ${asRecorded} ${recorded} ${replayed}`;
    expect(values.map(textOf)).toEqual(['price 27.9 29.5 14.5', 'tax 3 3 4', 'user.email ***3 *** ***2']);
    expect(moved.map(textOf)).toEqual(['price 27.9 29.5 14.5', 'stock 14 9 9', 'user.email ***3 *** ***2']);
  });

  test('are empty after the bytes have expired', () => {
    expect(shownValuesJob.run({ stored: undefined })).toEqual({ values: [], moved: [] });
  });
});

describe('valueTally', () => {
  const value = (subject: string, replayed: string) => ({
    kind: 'FIELD_VALUE' as const,
    subject,
    recorded: '1',
    replayed,
  });

  test('lists the most frequent values first, with the first request that shows them', () => {
    const tally = valueTally();
    for (const [item, replayed] of ['2', '3', '3', '2', '3'].entries()) tally.add('/a', item, [value('a', replayed)]);
    expect(tally.fields()).toEqual([
      {
        operation: '/a',
        kind: 'FIELD_VALUE',
        subject: 'a',
        pairs: [
          { recorded: '1', replayed: '3', requests: 3, item: 1 },
          { recorded: '1', replayed: '2', requests: 2, item: 0 },
        ],
      },
    ]);
  });

  test('counts endpoints apart', () => {
    const tally = valueTally();
    for (const operation of ['/a', '/b']) tally.add(operation, 0, [value('a', '2')]);
    expect(tally.fields().map(({ operation }) => operation)).toEqual(['/a', '/b']);
  });

  test('limits fields, distinct values of each, and the values that it keeps', () => {
    const tally = valueTally();
    for (let field = 0; field <= MAX_FIELDS; field++) tally.add('/a', 0, [value(`f${field}`, '2')]);
    expect(tally.fields()).toHaveLength(MAX_FIELDS);
    for (let item = 0; item <= MAX_COUNTED; item++) tally.add('/a', item, [value('f0', `v${item}`)]);
    for (let time = 0; time < 3; time++) tally.add('/a', 99, [value('f0', `v${MAX_COUNTED}`)]);
    const [first] = tally.fields();
    expect(first?.pairs).toHaveLength(MAX_KEPT);
    expect(first?.pairs.every(({ replayed }) => replayed !== `v${MAX_COUNTED}`)).toBe(true);
  });
});

describe('requestsToRead', () => {
  const group = (operation: string, subjects: string[], items: number[]) => ({
    operation,
    differences: subjects.map((subject) => ({ kind: 'FIELD_VALUE', subject })),
    items,
  });
  const many = Array.from({ length: 100 }, (_, item) => item);

  test('chooses all requests while there are few', () => {
    expect(requestsToRead([group('/a', ['a'], [1, 2]), group('/b', ['b'], [3])], 3).toSorted()).toEqual([1, 2, 3]);
  });

  test('chooses one request of every difference first, then an even share', () => {
    const chosen = requestsToRead(
      [group('/a', ['a'], many), group('/a', ['a', 'b'], [200]), group('/b', ['a'], [300])],
      10,
    );
    expect(chosen).toHaveLength(8);
    expect(chosen.slice(0, 3)).toEqual([0, 200, 300]);
    expect(Math.max(...chosen.filter((item) => item < 200))).toBeGreaterThan(50);
  });

  test('chooses at most as many requests as it may', () => {
    const all = Array.from({ length: 20 }, (_, at) => group('/a', [`f${at}`], [at]));
    expect(requestsToRead(all, 7)).toHaveLength(7);
  });
});
