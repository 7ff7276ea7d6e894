import { describe, expect, test } from 'vitest';
import { runText } from '../../../../cli/reports/run-text.ts';
import type { Findings } from '../../../../functions/findings/domain/findings.ts';
import { CHINESE_STATE_LABELS } from '../../../../functions/findings/domain/state-labels.ts';
import { environmentFault } from '../../../../functions/findings/domain/summary/environment-fault.ts';
import { ENGLISH } from '../../../../functions/notifications/domain/cards/texts/english-texts.ts';
import { junitReport } from '../../../../functions/report/domain/export/junit.ts';
import { markdownReport } from '../../../../functions/report/domain/export/markdown.ts';
import { completedRun, entry, PLAN_ID } from '../../../cli/reported-runs.ts';

type Entry = ReturnType<typeof entry>;

const failing = (kind: Entry['kind'], subjects: string[], requests: number): Entry => ({
  ...entry(kind, subjects, ['/orders']),
  affectedRequests: requests,
});

/** A run of 40 requests. */
const runOf = (state: Findings['state'], toReview: Entry[]) => completedRun(state, { toReview });
const wordsOf = (state: Findings['state'], toReview: Entry[]) => {
  const { findings } = runOf(state, toReview);
  return findings === null || findings.state === 'RUNNING' ? undefined : (environmentFault(findings)?.means ?? null);
};

describe('runs whose requests all failed by their environment (spec 3.2)', () => {
  test.for<[state: Findings['state'], toReview: Entry[], words: string | null]>([
    [
      'REVIEW_ONLY',
      [failing('CONNECTION_FAILURE', ['refused'], 40)],
      'the target was not reached: it refused the connection',
    ],
    [
      'ENVIRONMENT_FAILURE',
      [failing('CONNECTION_FAILURE', ['dns'], 40)],
      'the target was not reached: its name cannot be resolved',
    ],
    [
      'REVIEW_ONLY',
      [failing('CONNECTION_FAILURE', ['tls'], 40)],
      'the target was not reached: the TLS handshake failed',
    ],
    ['REVIEW_ONLY', [failing('TIMEOUT', ['timeout'], 40)], 'the target did not respond in time'],
    [
      'REVIEW_ONLY',
      [failing('CONNECTION_FAILURE', ['refused'], 30), failing('TIMEOUT', ['timeout'], 10)],
      'the target was not reached, or did not respond',
    ],
    ['REVIEW_ONLY', [failing('UNAUTHORIZED', ['401'], 40)], 'the target refused every request with 401'],
    [
      'ENVIRONMENT_FAILURE',
      [failing('UNAUTHORIZED', ['401'], 39), failing('FORBIDDEN', ['403'], 1)],
      'the target refused every request with 401 or 403',
    ],
    ['REVIEW_ONLY', [failing('UNAUTHORIZED', ['401'], 39)], null],
    // One of them got a response, or is marked as expected.
    ['REVIEW_ONLY', [failing('CONNECTION_FAILURE', ['refused'], 39)], null],
    // A gateway answered.
    ['REVIEW_ONLY', [failing('TIMEOUT', ['504'], 40)], null],
    ['REVIEW_ONLY', [failing('NEW_FIELD', ['refused'], 40)], null],
    ['INTERRUPTED', [failing('CONNECTION_FAILURE', ['refused'], 40)], null],
    ['CLEAN', [], null],
  ])('have their cause in the summary: %s', ([state, toReview, words]) => {
    expect(wordsOf(state, toReview)).toBe(words);
  });

  test('have the cause and the next step in every summary', () => {
    const run = runOf('REVIEW_ONLY', [failing('CONNECTION_FAILURE', ['refused'], 40)]);
    const reported = { planId: PLAN_ID, run, replayed: null };
    const text = runText(PLAN_ID, run);
    expect(text).toContain('REVIEW_ONLY: the target was not reached: it refused the connection\n');
    expect(text).toContain('next:    Check that the target is up, reachable and configured, then run again.');
    for (const one of [text, markdownReport(reported), junitReport(reported)])
      expect(one).not.toContain('Mark what is expected');
    expect(markdownReport(reported)).toContain('The target was not reached: it refused the connection.');
    const refused = runText(PLAN_ID, runOf('REVIEW_ONLY', [failing('UNAUTHORIZED', ['401'], 40)]));
    expect(refused).toContain('next:    Give the run credentials that the target accepts, then run again.');
    const { findings } = run;
    if (findings === null || findings.state === 'RUNNING') throw new Error('it has settled');
    expect(ENGLISH.state(findings)).toBe('the test environment failed, the result proves nothing');
    expect(CHINESE_STATE_LABELS.REVIEW_ONLY(findings)).toBe('目标环境异常，结果不能作为依据');
  });
});
