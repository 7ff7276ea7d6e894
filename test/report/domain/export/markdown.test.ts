import { expect, test } from 'vitest';
import { markdownReport } from '../../../../functions/report/domain/export/markdown.ts';
import { analysisOf, completedRun, PLAN_ID } from '../../../cli/reported-runs.ts';

const causesOf = (analysis: ReturnType<typeof analysisOf>) => {
  const run = completedRun('NEEDS_ACTION', { analysis });
  return /### Causes found\n\n(?<lines>(?:- .*\n)*)/.exec(markdownReport({ planId: PLAN_ID, run, replayed: null }))
    ?.groups?.lines;
};

test('a Markdown report names the causes that an analysis found, each with its place in the code where it is known', () => {
  const analysis = analysisOf([
    { operations: ['/orders'], file: 'src/Order.java' },
    { operations: ['/carts'], file: null },
  ]);
  const [rounded] = analysis.codeChanges;
  if (rounded) rounded.affectedCases = 3;
  expect(causesOf(analysis)).toBe(
    '- <code>The total is rounded</code> in <code>src/Order.java:12</code>, 3 requests\n' +
      '- <code>The total is rounded</code>, 1 request\n',
  );
});

test('a Markdown report lists the first 50 causes, and has no list without one', () => {
  const changes = Array.from({ length: 51 }, () => ({ operations: ['/orders'], file: null }));
  expect(causesOf(analysisOf(changes))?.match(/^- /gm)).toHaveLength(50);
  expect(causesOf(analysisOf([]))).toBeUndefined();
});
