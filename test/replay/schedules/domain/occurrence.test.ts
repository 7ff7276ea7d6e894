import { describe, expect, test } from 'vitest';
import {
  CLAIM_MS,
  claimedSchedule,
  MAX_RETRY_MS,
  occurrenceKey,
  scheduleAfter,
} from '../../../../functions/replay/schedules/domain/occurrence.ts';
import { changedSchedule, dueAt, type Schedule } from '../../../../functions/replay/schedules/domain/schedule.ts';

const HOUR = 3_600_000;
/** On the hour. */
const NOW = Date.UTC(2026, 10, 22, 12);
const settings: Pick<Schedule, 'cron' | 'timeZone' | 'enabled' | 'notify' | 'trigger'> = {
  cron: '0 * * * *',
  timeZone: 'UTC',
  enabled: true,
  notify: false,
  trigger: {
    targetEnv: 'http://10.0.0.1',
    operations: null,
    caseSource: 'rolling',
    caseSourceHours: 24,
    caseCountLimit: null,
    caseTags: {},
    enableMock: true,
    attributes: null,
  },
};
const saved = (before: Schedule | undefined, change: Partial<typeof settings>, now: number) =>
  changedSchedule(before, {
    id: 'hourly',
    appId: 'shop',
    settings: { ...settings, ...before, ...change },
    sealedPassThreshold: null,
    by: 'ann@shop.test',
    now,
  });
const hourly = saved(undefined, {}, NOW);

function claimedAt(now: number, schedule = hourly) {
  const claimed = claimedSchedule(schedule, now);
  if (claimed === null) throw new Error('nothing is due');
  return claimed;
}

describe('the occurrence that is due', () => {
  test('is missing before its time, and has that time then', () => {
    expect(hourly.nextAt).toBe(NOW + HOUR);
    expect(claimedSchedule(hourly, NOW + HOUR - 1)).toBeNull();
    expect(claimedAt(NOW + HOUR)).toMatchObject({
      claimed: { at: NOW + HOUR, since: NOW + HOUR, retryAt: NOW + HOUR + CLAIM_MS },
      nextAt: NOW + 2 * HOUR,
    });
  });

  test('is one for all missed occurrences, and then the next in the future', () => {
    const late = NOW + 30 * HOUR + 1;
    expect(claimedAt(late)).toMatchObject({ claimed: { at: NOW + HOUR }, nextAt: NOW + 31 * HOUR });
  });

  test('belongs to its tick until its claim ends, and is the same occurrence afterwards', () => {
    const first = claimedAt(NOW + HOUR);
    expect(claimedSchedule(first, NOW + HOUR + CLAIM_MS - 1)).toBeNull();
    const second = claimedAt(NOW + HOUR + CLAIM_MS, first);
    expect(second.claimed).toEqual({ at: NOW + HOUR, since: NOW + HOUR, retryAt: NOW + HOUR + 2 * CLAIM_MS });
    expect(occurrenceKey(second)).toBe(occurrenceKey(first));
    // The process was down for hours: what passed in the meantime is part of this one.
    const third = claimedAt(NOW + 5 * HOUR, second);
    expect([third.claimed.at, third.nextAt]).toEqual([NOW + HOUR, NOW + 6 * HOUR]);
  });

  test.for<[string, (claimed: ReturnType<typeof claimedAt>) => ReturnType<typeof claimedAt>]>([
    ['application', (claimed) => ({ ...claimed, appId: 'bank' })],
    ['schedule', (claimed) => ({ ...claimed, id: 'daily' })],
    ['schedule of the same id, created later', (claimed) => ({ ...claimed, createdAt: claimed.createdAt + 1 })],
    ['occurrence', (claimed) => ({ ...claimed, claimed: { ...claimed.claimed, at: claimed.claimed.at + HOUR } })],
  ])('has, for another %s, another key, which no caller can send', ([, other]) => {
    const claimed = claimedAt(NOW + HOUR);
    expect(occurrenceKey(other(claimed))).not.toBe(occurrenceKey(claimed));
    expect(occurrenceKey(claimed)).not.toMatch(/^[\x21-\x7e]+$/);
  });
});

describe('a change of settings', () => {
  test('pauses without next run, and drops an occurrence that was not started', () => {
    const paused = saved(claimedAt(NOW + HOUR), { enabled: false }, NOW + HOUR + 1);
    expect([paused.nextAt, paused.claimed, dueAt(paused)]).toEqual([null, null, null]);
    const resumed = saved(paused, { enabled: true }, NOW + 10 * HOUR + 1);
    expect(resumed.nextAt).toBe(NOW + 11 * HOUR);
  });

  test('counts a new time from now on, and keeps the due time if other settings change', () => {
    const due = NOW + HOUR + 5;
    expect(saved(hourly, { cron: '30 * * * *' }, due).nextAt).toBe(NOW + 1.5 * HOUR);
    expect(saved(hourly, { timeZone: 'Asia/Kolkata' }, due).nextAt).toBe(NOW + 1.5 * HOUR);
    expect(saved(hourly, { trigger: { ...settings.trigger, enableMock: false } }, due).nextAt).toBe(NOW + HOUR);
  });

  test('keeps history and creation time', () => {
    const ran = {
      ...hourly,
      lastPlanId: 'p1',
      lastRunAt: NOW,
      lastError: { errorCode: 'REASON_200', errorMessage: 'm', at: 1 },
    };
    const { lastPlanId, lastRunAt, lastError, createdAt, updatedAt } = saved(ran, { cron: '5 * * * *' }, NOW + 5);
    expect({ lastPlanId, lastRunAt, lastError, createdAt, updatedAt }).toEqual({
      lastPlanId: 'p1',
      lastRunAt: NOW,
      lastError: ran.lastError,
      createdAt: NOW,
      updatedAt: NOW + 5,
    });
  });
});

describe('the end of an occurrence', () => {
  const run = claimedAt(NOW + HOUR);
  const at = NOW + HOUR + 2;
  const refusal = { errorCode: 'REASON_200', errorMessage: 'no cases recorded in the time range', at };

  test('stores its plan, and clears the last error', () => {
    expect(scheduleAfter({ ...run, lastError: refusal }, run, { planId: 'p1', at })).toEqual({
      ...run,
      claimed: null,
      lastPlanId: 'p1',
      lastRunAt: at,
      lastError: null,
    });
  });

  test('stores its refusal', () => {
    expect(scheduleAfter(run, run, { refusal })).toEqual({ ...run, claimed: null, lastError: refusal });
  });

  test.for<[string, number, boolean]>([
    ['REASON_1', at, true],
    ['REASON_1', NOW + HOUR + MAX_RETRY_MS - 1, true],
    ['REASON_1', NOW + HOUR + MAX_RETRY_MS, false],
    ['INTERNAL_ERROR', NOW + 100 * HOUR, true],
    ['PLAN_RUNNING_1', at, false],
  ])('leads, after %s at %i, to another attempt: %s', ([errorCode, when, isRetried]) => {
    const after = scheduleAfter(run, run, { refusal: { ...refusal, errorCode, at: when } });
    expect([after?.lastError?.errorCode, after?.claimed !== null]).toEqual([errorCode, isRetried]);
  });

  test('stores a plan also after a pause, but neither a refusal then nor a plan of a replaced schedule', () => {
    const paused = saved(run, { enabled: false }, at);
    expect(scheduleAfter(paused, run, { planId: 'p1', at })).toMatchObject({ lastPlanId: 'p1', nextAt: null });
    expect(scheduleAfter(paused, run, { refusal })).toBeNull();
    expect(scheduleAfter({ ...run, createdAt: at }, run, { planId: 'p1', at })).toBeNull();
  });
});
