import { describe, expect, test } from 'vitest';
import {
  partitionOf,
  ROW_FAMILIES,
  type RowFamily,
} from '../../../../functions/platform/values/families/row-families.ts';

const families = Object.entries(ROW_FAMILIES).map(([family, pattern]) => ({
  family: family as RowFamily, // its name
  pattern: pattern as string, // one of them
  // As IAM reads it: `*` is any text, of several parts too.
  form: RegExp(`^${pattern.replaceAll('*', '.*')}$`),
}));

describe('the partition key of a row', () => {
  test.for<[key: string, expected: string]>([
    [partitionOf('tenants'), 'SYSTEM#TENANTS'],
    [partitionOf('audit', 'acme'), 'T#acme#AUDIT'],
    [partitionOf('plans', 'acme', '4711'), 'T#acme#PLAN#4711'],
    [partitionOf('results', 'acme', '4711', 2, 7), 'T#acme#RESULTS#4711#2#7'],
    [partitionOf('runListsByVersion', 'acme', 'ab'), 'T#acme#WFV#ab#RUNS'],
  ])('has the parts in the places that its family leaves open: %s', ([key, expected]) => {
    expect(key).toBe(expected);
  });
});

test('a right on one family reaches another only where the other is named below it', () => {
  const reached = families.flatMap(({ family, form }) =>
    families.flatMap(({ family: other, pattern }) =>
      other !== family && form.test(pattern.replaceAll('*', 'x')) ? [`${family} reaches ${other}`] : [],
    ),
  );
  // Indexes of runs, all of the same capability.
  expect(reached.toSorted()).toEqual([
    'lineages reaches runListsByLineage',
    'runLists reaches runListsByLineage',
    'runLists reaches runListsByVersion',
    'runs reaches scoresOfRuns',
    'workflowVersions reaches runListsByVersion',
  ]);
});
