import { describe, expect, test } from 'vitest';
import { runText } from '../../cli/reports/run-text.ts';
import { junitReport } from '../../functions/report/domain/export/junit.ts';
import { markdownReport } from '../../functions/report/domain/export/markdown.ts';
import { sarifReport } from '../../functions/report/domain/export/sarif.ts';
import { completedRun, entry, PLAN_ID } from './reported-runs.ts';

const omitting = (needsAction: number, toReview: number) =>
  completedRun('NEEDS_ACTION', {
    needsAction: [entry('FIELD_VALUE', ['total'], ['/orders'])],
    toReview: [entry('NEW_FIELD', ['eta'], ['/orders'])],
    ...(needsAction + toReview > 0 && { omitted: { needsAction, toReview } }),
  });

describe('omitted entries', () => {
  test.for([
    [0, 0, null, null, null],
    [1, 0, '1 more finding is not listed', '1 more of fewer requests is counted', '… and 1 more finding'],
    [7, 2, '9 more findings are not listed', '7 more of fewer requests are counted', '… and 9 more findings'],
  ] as const)('are counted in each report: %i and %i', ([needsAction, toReview, inJunit, inMarkdown, inText]) => {
    const run = omitting(needsAction, toReview);
    const reported = { planId: PLAN_ID, run, replayed: null };
    const junit = junitReport(reported);
    const sarif = sarifReport(reported, { anchor: null });
    const markdown = markdownReport(reported);
    const text = runText(PLAN_ID, run);
    if (inJunit === null) for (const one of [junit, sarif, markdown, text]) expect(one).not.toMatch(/omitted| more /);
    else {
      expect(junit).toContain(inJunit);
      expect(junit).toContain(`name="omitted.needsAction" value="${needsAction}"`);
      expect(sarif).toContain(`${needsAction + toReview} more `);
      expect(markdown).toContain(inMarkdown);
      expect(text.split('\n')).toContain(inText);
    }
  });

  test('refer in Markdown to the report for rows beyond the limit of Markdown only', () => {
    const run = completedRun('NEEDS_ACTION', {
      needsAction: Array.from({ length: 60 }, (_, at) => entry('FIELD_VALUE', [`f${at}`], ['/orders'])),
      omitted: { needsAction: 5, toReview: 0 },
    });
    const text = markdownReport({ planId: PLAN_ID, run, replayed: null });
    expect(text).toContain('… and 10 more in the report.');
    expect(text).toContain('5 more of fewer requests are counted, but not listed.');
  });

  test('runText says that findings are still being computed', () => {
    const line = 'rules or marks have changed: their findings are still being computed';
    expect(runText(PLAN_ID, { ...omitting(0, 0), findingsPending: true }).split('\n')).toContain(line);
    expect(runText(PLAN_ID, omitting(0, 0))).not.toContain(line);
  });
});
