import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { conditionValue, decidedConditions, latencyLimitOf } from '../../cli/checks/fail-conditions.ts';
import { exitCodeOf } from '../../cli/exit-codes.ts';
import { runText } from '../../cli/reports/run-text.ts';
import type { Findings } from '../../client/paths.ts';
import { junitReport } from '../../functions/report/domain/export/junit.ts';
import { markdownReport } from '../../functions/report/domain/export/markdown.ts';
import { sarifReport } from '../../functions/report/domain/export/sarif.ts';
import { completedRun, PLAN_ID } from './reported-runs.ts';

type Latency = NonNullable<Findings['latency']>;

const times = { p50: 1, p95: 2, p99: 3, n: 20 };
const endpoint = (operationName: string, ratio?: [p95: number, low: number, high: number]): Latency[number] => ({
  operationName,
  method: 'GET',
  recorded: times,
  replayed: times,
  ...(ratio && { ratio: { p95: ratio[0], low: ratio[1], high: ratio[2] } }),
});

const decided = (text: string, latency?: Latency, more: Partial<ReturnType<typeof completedRun>> = {}) =>
  decidedConditions({ ...completedRun('CLEAN', latency && { latency }), ...more }, conditionValue(text));

const SLOWER = endpoint('/search', [1.82, 1.61, 2.04]);
const UNPROVEN = endpoint('/cart', [1.23, 1.08, 1.41]);
const SAME = endpoint('/orders', [1.03, 0.9, 1.17]);
const FEW = endpoint('/terms');

describe('a condition of --fail-if', () => {
  test.for([
    ['', 'a condition such as'],
    ['requests.failed', 'a condition such as'],
    ['requests.failed > -1', 'a condition such as'],
    ['requests.failed != 0', 'a condition such as'],
    ['requests.failed > 0 or 1', 'a condition such as'],
    ['requests.broken > 0', 'must have requests.total, requests.failed, requests.withoutResult, latency.p95'],
    ['toString > 0', 'must have requests.total'],
    ['latency.p99 > 1.2x', 'must have requests.total'],
    ['requests.failed > 1.5', 'is a number of requests'],
    ['requests.failed > 1x', 'is a number of requests'],
    ['latency.p95 > 1.2', 'write > and an x'],
    ['latency.p95 < 1.2x', 'write > and an x'],
    ['latency.p95 > 0x', 'write > and an x'],
  ] as const)('is refused with its reason: %s', ([text, reason]) => {
    expect(() => conditionValue(text)).toThrow(InvalidArgumentError);
    expect(() => conditionValue(text)).toThrow(reason);
  });

  test('is added to the previous ones, with or without spaces', () => {
    const both = conditionValue('latency.p95>1.2x', conditionValue('  requests.failed >= 2 '));
    expect(both.map(({ text }) => text)).toEqual(['requests.failed >= 2', 'latency.p95 > 1.2x']);
  });

  test.for([
    [[], undefined],
    [['requests.failed > 0'], undefined],
    [['latency.p95 > 1.5x', 'requests.failed > 0', 'latency.p95 > 1.2x'], 1.2],
    [['latency.p95 > 200x'], undefined],
  ] as const)('gives the run the limit of its report: %j is %s', ([texts, limit]) => {
    const conditions = texts.reduce(
      (before, text) => conditionValue(text, before),
      conditionValue('requests.total < 1'),
    );
    expect(latencyLimitOf(conditions)).toBe(limit);
  });

  test('says nothing of recordings where a running build answered', () => {
    const { recorded: _, ...besideBuild } = { ...SLOWER, baseline: times };
    expect(decided('latency.p95 > 1.2x', [SLOWER])[0]?.message).toContain('other hardware answered');
    expect(decided('latency.p95 > 1.2x', [besideBuild])[0]?.message).not.toContain('other hardware');
  });

  test.for([
    ['requests.failed > 0', 1, 'holds'],
    ['requests.failed > 1', 1, 'does not hold'],
    ['requests.failed >= 1', 1, 'holds'],
    ['requests.failed < 1', 1, 'does not hold'],
    ['requests.failed <= 1', 1, 'holds'],
  ] as const)('about counts: %s with %i is "%s"', ([text, failedCases, outcome]) => {
    expect(decided(text, undefined, { failedCases })).toEqual([
      { condition: text, outcome, message: `it is ${failedCases}` },
    ]);
  });

  test('reads the total, and the requests without a result', () => {
    expect(decided('requests.total > 0')[0]?.message).toBe('it is 40');
    expect(decided('requests.withoutResult > 0')[0]?.message).toBe('it is 0');
  });

  test('about latency holds where the whole interval of an endpoint is over the limit', () => {
    expect(decided('latency.p95 > 1.2x', [SLOWER, UNPROVEN, FEW])).toEqual([
      {
        condition: 'latency.p95 > 1.2x',
        outcome: 'holds',
        message:
          'GET /search 1.82x (1.61 to 2.04); slower, not proven: GET /cart 1.23x (1.08 to 1.41); too few requests: 1 endpoint; other hardware answered when the requests were recorded',
      },
    ]);
  });

  test.for([
    ['is at the limit', '1.61', 'does not hold'],
    ['is above it', '1.6', 'holds'],
  ] as const)('about latency, where the lower end %s, is as expected', ([_where, limit, outcome]) => {
    expect(decided(`latency.p95 > ${limit}x`, [SLOWER])[0]?.outcome).toBe(outcome);
  });

  test('about latency does not hold where nothing is proven', () => {
    expect(decided('latency.p95 > 1.2x', [UNPROVEN, SAME])[0]).toMatchObject({
      outcome: 'does not hold',
      message: expect.stringContaining('slower, not proven: GET /cart'),
    });
  });

  test.for([
    ['of an earlier version', undefined],
    ['without endpoints', []],
    ['with too few requests', [FEW]],
  ] as const)('about latency is undecided in a run %s', ([_run, latency]) => {
    expect(decided('latency.p95 > 1.2x', latency && [...latency])[0]).toEqual({
      condition: 'latency.p95 > 1.2x',
      outcome: 'undecided',
      message: 'no endpoint has enough requests with a recorded and a replayed duration',
    });
  });

  test('is not decided for a run that has not completed', () => {
    const running = { ...completedRun('CLEAN'), status: 'RUNNING' as const, findings: { state: 'RUNNING' as const } };
    expect(decidedConditions(running, conditionValue('requests.failed > 0'))).toEqual([]);
  });
});

describe('the exit code with conditions', () => {
  test.for([
    ['CLEAN', ['does not hold'], 0],
    ['CLEAN', ['does not hold', 'holds', 'undecided'], 1],
    ['CLEAN', ['does not hold', 'undecided'], 2],
    ['REVIEW_ONLY', ['undecided'], 1],
    ['NEEDS_ACTION', ['does not hold'], 1],
    ['LOW_COVERAGE', ['holds'], 2],
  ] as const)('of a run that is %s with conditions that are %o is %i', ([state, outcomes, code]) => {
    expect(
      exitCodeOf(
        completedRun(state),
        outcomes.map((outcome) => ({ outcome })),
      ),
    ).toBe(code);
  });
});

describe('the reports of a run with conditions', () => {
  const run = completedRun('CLEAN', { latency: [endpoint('/<b>', [2, 1.5, 3])] });
  const conditions = [
    ...decidedConditions(run, conditionValue('latency.p95 > 1.2x')),
    ...decidedConditions({ ...run, failedCases: null }, conditionValue('requests.failed > 0')),
    ...decidedConditions(run, conditionValue('requests.total < 1')),
  ];
  const reported = { planId: PLAN_ID, run, replayed: null, conditions };

  test('have one that holds as a failure and one that is undecided as an error, in JUnit', () => {
    const xml = junitReport(reported);
    expect(xml).toContain('name="not latency.p95 > 1.2x"');
    expect(xml).toContain('<error message="the run has no such count" type="requests.failed > 0"/>');
    expect([...xml.matchAll(/<failure|<error/g)]).toHaveLength(2);
  });

  test('name them in Markdown, SARIF and on the terminal', () => {
    expect(markdownReport(reported)).toContain('GET /&#60;b&#62; 2.00x &#40;1.50 to 3.00&#41;');
    const [first] = JSON.parse(sarifReport(reported, { anchor: null })).runs[0].invocations[0]
      .toolExecutionNotifications;
    expect(first).toMatchObject({ level: 'error', message: { text: expect.stringContaining('1.2x: holds.') } });
    expect(runText(PLAN_ID, run, { conditions })).toContain('Fail if requests.failed > 0: undecided. The run has');
  });
});
