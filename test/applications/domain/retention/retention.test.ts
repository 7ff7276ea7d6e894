import { describe, expect, test } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { maxRetentionOf } from '../../../../functions/applications/domain/retention/max-retention.ts';
import { retentionCutoffs } from '../../../../functions/applications/domain/retention/retention-cutoffs.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T12:34:56.789Z');
const MAX = maxRetentionOf({ caseRetentionMs: 96 * HOUR, planRetentionMs: 90 * 24 * HOUR });

describe('a change of the retention of an application', () => {
  const rights = { allowed: [], rightTo: () => null, maxRetention: MAX };
  const change = (retention: object) => changedSettings(DEFAULT_SETTINGS, { retention }, rights);

  test.for([
    [{ caseHours: 1 }, { caseHours: 1, planDays: 0 }],
    [{ caseHours: 96 }, { caseHours: 96, planDays: 0 }],
    [{ planDays: 90 }, { caseHours: 0, planDays: 90 }],
    [
      { caseHours: 0, planDays: null },
      { caseHours: 0, planDays: 0 },
    ],
  ])('within the maximum of the service holds: %j', ([given, retention]) => {
    expect(change(given ?? {})).toMatchObject({ ok: true, value: { retention } });
  });

  test.for([
    [{ caseHours: 97 }, "retention.caseHours must be at most 96, this service's SVC_CASE_RETENTION_HOURS"],
    [{ planDays: 91 }, "retention.planDays must be at most 90, this service's SVC_PLAN_RETENTION_DAYS"],
  ] as const)('beyond the maximum of the service is refused with it: %j', ([given, message]) => {
    expect(change(given)).toEqual({ ok: false, code: 'INVALID_SETTINGS', message });
  });
});

describe('what an application deletes', () => {
  const cutoffs = (caseHours: number, planDays: number) => retentionCutoffs({ caseHours, planDays }, MAX, NOW);
  const noon = Date.parse('2026-11-20T12:00:00Z');

  test.for<[caseHours: number, planDays: number, cases: number | null, plans: number | null]>([
    [0, 0, null, null],
    [1, 0, noon - HOUR, null],
    [95, 1, noon - 95 * HOUR, noon - 24 * HOUR],
    // The service deletes it itself.
    [96, 90, null, null],
    // Its maximum was lowered since.
    [97, 365, null, null],
  ])('with %i hours and %i days are the full hours before', ([caseHours, planDays, cases, plans]) => {
    expect(cutoffs(caseHours, planDays)).toEqual({ cases, plans });
  });
});
