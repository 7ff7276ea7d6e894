import { describe, expect, test } from 'vitest';
import {
  backfillFault,
  nextBackfillWindow,
  windowFault,
} from '../../../../functions/evaluation/domain/policies/backfill.ts';
import {
  recordRun,
  runAllowedAt,
  spent,
  streakOf,
  targetLimit,
  targetsLeft,
} from '../../../../functions/evaluation/domain/policies/online-policy-budgets.ts';
import { policyStep } from '../../../../functions/evaluation/domain/policies/online-policy-step.ts';
import { dueWindow } from '../../../../functions/evaluation/domain/policies/policy-window.ts';
import type { ReproducibilityClass, RunStatus } from '../../../../functions/evaluation/domain/statuses.ts';
import { NOON, policyOf } from './policy-stage.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

describe('the window [watermark_at, now - wait) (evaluation 3.13)', () => {
  test.for<[string, number, number | null]>([
    ['nothing before the wait for late cases', NOON + 120 * SECOND, null],
    ['a millisecond later', NOON + 120 * SECOND + 1, NOON + 1],
    ['the clock went back', NOON - HOUR, null],
    ['an hour', NOON + HOUR, NOON + HOUR - 120 * SECOND],
    ['a day and its wait', NOON + DAY + 120 * SECOND, NOON + DAY],
    ['what lay for longer comes a day at a time', NOON + 9 * DAY, NOON + DAY],
  ])('is right with %s', ([, now, to]) => {
    expect(dueWindow(policyOf(), now)).toEqual(to === null ? null : { from: NOON, to });
  });
});

describe('the budgets of a policy (evaluation 3.13)', () => {
  const ran = (...times: number[]) =>
    times.map((at, index) => ({ workflow_run_id: `wrun_${index}`, at, scheduled: true }));
  const policy = (times: number[]) =>
    policyOf({ budgets: { max_runs_per_hour: 2, max_targets_per_day: 100 } }, { recent_runs: ran(...times) });

  test.for<[string, number[], number | null]>([
    ['no run', [], null],
    ['one of two', [NOON - 1], null],
    ['two of two', [NOON - HOUR + 1, NOON - 1], NOON + 1],
    ['the first is an hour ago', [NOON - HOUR, NOON - 1], null],
    ['three, as the budget was larger', [NOON - 30, NOON - 20, NOON - 10], NOON - 20 + HOUR],
    ['the clock went back', [NOON + 10, NOON + 20], NOON + 10 + HOUR],
  ])('limit max_runs_per_hour: %s', ([, times, allowedAt]) => {
    expect(runAllowedAt(policy(times), NOON)).toBe(allowedAt);
  });

  test.for<[string, string, number, number]>([
    ['another day', '2026-11-21', 100, 100],
    ['today', '2026-11-22', 99, 1],
    ['all of today', '2026-11-22', 100, 0],
    ['more, as the budget was larger', '2026-11-22', 120, 0],
    ['tomorrow, as the clock went back', '2026-11-23', 60, 40],
  ])('limit max_targets_per_day: %s', ([, date, targets, left]) => {
    expect(targetsLeft({ ...policy([]), day: { date, targets } }, NOON)).toBe(left);
  });

  test('limit the targets of a run together', () => {
    const of = (targets: number, perRun: number) => {
      const { spec, ...rest } = policyOf({ budgets: { max_targets_per_run: perRun, max_targets_per_day: 100 } });
      return targetLimit({ ...rest, spec, day: { date: '2026-11-22', targets } }, spec.budgets, NOON);
    };
    expect(of(90, 10)).toEqual({ max: 10, beyond: 'max_targets_per_run' });
    expect(of(91, 10)).toEqual({ max: 9, beyond: 'max_targets_per_day' });
  });

  test('count runs and targets, and forget runs after an hour except the last three of the schedule', () => {
    const old = policyOf({}, { recent_runs: ran(1, 2, 3, NOON - 5), day: { date: '2026-11-22', targets: 5 } });
    const run = { targets: 7, scheduled: true };
    const after = spent(old, run, NOON);
    expect(after.recent_runs.map(({ at }) => at)).toEqual([3, NOON - 5, NOON]);
    expect(after.day).toEqual({ date: '2026-11-22', targets: 12 });
    expect(spent(old, run, NOON + DAY).day).toEqual({ date: '2026-11-23', targets: 7 });
    expect(spent(old, run, NOON - DAY).day).toEqual({ date: '2026-11-22', targets: 12 });
    expect(streakOf({ ...after, ...recordRun(after, 'wrun_x'), active_since: NOON - 5 })).toEqual(['wrun_3', 'wrun_x']);
    const manual = spent(old, { ...run, scheduled: false }, NOON);
    expect(streakOf({ ...manual, active_since: 0 })).toEqual(['wrun_1', 'wrun_2', 'wrun_3']);
  });

  test('give a run the reserved place of the schedule once', () => {
    const reservation = spent(policy([NOON - 2]), { targets: 1, scheduled: true }, NOON - 1);
    const byHand = spent({ ...policy([]), ...reservation }, { targets: 1, scheduled: false }, NOON);
    const ids = (recent: Pick<ReturnType<typeof policyOf>, 'recent_runs'>) =>
      recent.recent_runs.map(({ workflow_run_id }) => workflow_run_id);
    const named = recordRun(byHand, 'wrun_x');
    expect(ids(named)).toEqual(['wrun_0', 'wrun_x', null]);
    expect(ids(recordRun(named, 'wrun_y'))).toEqual(['wrun_0', 'wrun_x', null]);
    expect(streakOf({ ...byHand, active_since: 0 })).toEqual(['wrun_0']);
  });
});

describe('the step of a policy at its time (evaluation 3.13)', () => {
  const DUE = NOON + HOUR + 120 * SECOND;
  const step = (
    change: Parameters<typeof policyOf>[1],
    runs: RunStatus[],
    { now = DUE, cls = 'recorded_external' as ReproducibilityClass, runnable = true, app_id = 'shop', body = {} } = {},
  ) => {
    const said = policyStep(
      policyOf(body, change),
      { workflow: { runnable, reproducibility_class: cls }, app_id, runs },
      now,
    );
    return 'pause' in said ? said.pause.code : said;
  };

  test.for<[string, unknown, unknown]>([
    ['its window', step({}, []), { window: { from: NOON, to: NOON + HOUR } }],
    ['a millisecond before', step({}, [], { now: DUE - 1 }), { wait: DUE }],
    ['two failed runs', step({}, ['failed', 'failed']), { window: { from: NOON, to: NOON + HOUR } }],
    ['three failed runs', step({}, ['failed', 'failed', 'failed']), 'failed_runs'],
    [
      'one between them succeeded',
      step({}, ['failed', 'succeeded', 'failed']),
      { window: { from: NOON, to: NOON + HOUR } },
    ],
    ['a last run that is running', step({}, ['failed', 'failed', 'running']), { wait: DUE + MINUTE }],
    ['a workflow that cannot be run', step({}, [], { runnable: false }), 'workflow_unrunnable'],
    ['of another application', step({}, [], { app_id: 'other' }), 'workflow_unrunnable'],
    ['live', step({}, [], { cls: 'live' }), 'live_not_allowed'],
    [
      'live, and allowed',
      step({}, [], { cls: 'live', body: { allow_live: true } }),
      { window: { from: NOON, to: NOON + HOUR } },
    ],
    ['the day is used up', step({ day: { date: '2026-11-22', targets: 20_000 } }, []), 'day_budget_exhausted'],
    [
      'all but one',
      step({ day: { date: '2026-11-22', targets: 19_999 } }, []),
      { window: { from: NOON, to: NOON + HOUR } },
    ],
    [
      'the hour is used up: the window waits and grows',
      step({ recent_runs: [{ workflow_run_id: 'w', at: DUE - 1, scheduled: false }] }, [], {
        body: { budgets: { max_runs_per_hour: 1 } },
      }),
      { wait: DUE - 1 + HOUR },
    ],
  ])('is right for %s', ([, is, should]) => {
    expect(is).toEqual(should);
  });
});

describe('the limits of requested windows (evaluation 3.13)', () => {
  test.for<[string, number, number, string | undefined]>([
    ['180 days', NOON - 180 * DAY, NOON, undefined],
    ['a millisecond more', NOON - 180 * DAY - 1, NOON, 'from'],
    ['further back', NOON - 180 * DAY - 1, NOON - DAY, 'from'],
    ['nothing', NOON, NOON, 'from'],
    ['the wrong way round', NOON, NOON - 1, 'from'],
    ['the future', NOON - DAY, NOON + 1, 'to'],
  ])('apply to a backfill of %s', ([, from, to, member]) => {
    expect(backfillFault({ from, to }, NOON)?.[0]).toBe(member);
  });

  test('allow one day per window', () => {
    expect(windowFault({ from: NOON - DAY, to: NOON }, NOON, DAY)).toBeNull();
    expect(windowFault({ from: NOON - DAY - 1, to: NOON }, NOON, DAY)?.[0]).toBe('from');
  });

  test('split a backfill into days', () => {
    expect(nextBackfillWindow({ next_from: 0, to: DAY + 1 })).toEqual({ from: 0, to: DAY });
    expect(nextBackfillWindow({ next_from: DAY, to: DAY + 1 })).toEqual({ from: DAY, to: DAY + 1 });
    expect(nextBackfillWindow({ next_from: DAY + 1, to: DAY + 1 })).toBeNull();
  });
});
