import { describe, expect, test } from 'vitest';
import { runText } from '../../cli/reports/run-text.ts';
import { runningBuildLines } from '../../functions/report/domain/export/exported-run.ts';
import { junitReport } from '../../functions/report/domain/export/junit.ts';
import { markdownReport } from '../../functions/report/domain/export/markdown.ts';
import { sarifReport } from '../../functions/report/domain/export/sarif.ts';
import { completedRun, PLAN_ID } from './reported-runs.ts';

const MOVED = { dataMoved: { requests: 240, fields: [] } };
const SENTENCE = 'Compared with the running build. Data has moved in 240 requests, which needs nothing.';

describe('a run that compared with a running build', () => {
  test('says so, and in how many requests data has moved', () => {
    expect(runningBuildLines(completedRun('CLEAN', MOVED))).toEqual([SENTENCE]);
    expect(runningBuildLines(completedRun('CLEAN'))).toEqual([]);
  });

  test('says what was not compared', () => {
    const run = completedRun('CLEAN', { ...MOVED, uncompared: { failed: 1, refused: 27, leftOut: 5 } });
    expect(runningBuildLines(run).slice(1)).toEqual([
      'The running build failed 1 request.',
      'Both builds answered 27 requests with 401: set a login.',
      'Left out, as they change data that both builds may share: 5 requests.',
    ]);
  });

  test('says it in JUnit, Markdown, SARIF and on the command line', () => {
    const reported = { planId: PLAN_ID, run: completedRun('CLEAN', MOVED), replayed: null };
    expect(junitReport(reported)).toContain(SENTENCE);
    expect(markdownReport(reported)).toContain(SENTENCE);
    expect(runText(PLAN_ID, reported.run)).toContain(SENTENCE);
    expect(sarifReport(reported, { anchor: null })).toContain(SENTENCE);
  });
});
