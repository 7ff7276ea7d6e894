import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  changedPolicy,
  policyStatus,
  saltOf,
} from '../../../../functions/evaluation/domain/policies/online-policy.ts';
import { PolicyBody, patchedBody } from '../../../../functions/evaluation/domain/policies/online-policy-body.ts';
import { NOON, policyBody, policyOf } from './policy-stage.ts';

const isRead = (change: Record<string, unknown>) => v.is(PolicyBody, policyBody(change));
const HOUR = 3_600_000;
const PAUSED = { paused_reason: { code: 'failed_runs', detail: '' }, next_run_at: null, due_at: null };
const patched = (patch: object, policy = policyOf(), now = NOON + HOUR) =>
  changedPolicy(policy, v.parse(PolicyBody, patchedBody(bodyOf(policy), patch)), 'enabled' in patch, now);

describe('an online policy (evaluation 3.13)', () => {
  test.for<[string, Record<string, unknown>, boolean]>([
    ['rate 0', { sampling: { rate: 0 } }, false],
    ['the least rate', { sampling: { rate: Number.MIN_VALUE } }, true],
    ['rate 1', { sampling: { rate: 1 } }, true],
    ['more than 1', { sampling: { rate: 1.0000001 } }, false],
    ['another strategy', { sampling: { rate: 1, strategy: 'random' } }, false],
    ['every 59 s', { schedule: { every_s: 59 } }, false],
    ['every 60 s', { schedule: { every_s: 60 } }, true],
    ['every day', { schedule: { every_s: 86_400 } }, true],
    ['less often', { schedule: { every_s: 86_401 } }, false],
    ['25,000 targets of a run', { budgets: { max_targets_per_run: 25_000 } }, true],
    ['more', { budgets: { max_targets_per_run: 25_001 } }, false],
    ['no application', { filter: { operations: ['/a'] } }, false],
    ['an empty list', { filter: { app_id: 'shop', operations: [] } }, false],
    ['a tag as a member', { filter: { app_id: 'shop', 'service.name': 'orders' } }, true],
    ['a list of tags', { filter: { app_id: 'shop', case_tags: ['gold'] } }, false],
    ['a tag that is an object', { filter: { app_id: 'shop', 'service.name': { a: 'b' } } }, false],
    ['a name that no header has', { redaction: { headers: ['a b'] } }, false],
    ['an invalid path', { redaction: { json_paths: ['$['] } }, false],
    ['a path', { redaction: { json_paths: ['$.card.number'] } }, true],
    ['half a letter', { name: '\ud800' }, false],
    ['an invisible name', { name: ' ' }, false],
    ['a name of one letter', { name: 'p' }, true],
  ])('is accepted or refused: %s', ([, change, fits]) => {
    expect(isRead(change)).toBe(fits);
  });

  test('has defaults for optional members, and the loop guard once', () => {
    const guard = { key: 'eval.execution', equals: 'true' };
    expect(policyOf()).toMatchObject({
      enabled: true,
      spec: {
        allow_live: false,
        watermark: { wait_for_late_s: 120 },
        exclusions: [guard],
        budgets: { max_runs_per_hour: 10, max_targets_per_run: 1000, max_targets_per_day: 20_000 },
      },
    });
    const own = { key: 'tier', equals: 'test' };
    expect(policyOf({ exclusions: [guard, own, guard] }).spec.exclusions).toEqual([own, guard]);
  });
});

describe('the policy_version (evaluation 3.13, 5.12)', () => {
  test('covers everything except the name and the switch, without unknown members', () => {
    const of = (change: Record<string, unknown>) => policyOf(change).policy_version;
    expect(of({ name: 'b', enabled: false, note: 'x', sampling: { rate: 1, note: 'x', salt: null } })).toBe(of({}));
    expect(of({ schedule: { every_s: 60 } })).not.toBe(of({}));
    expect(of({ allow_live: true })).not.toBe(of({}));
  });

  test('is the salt by default', () => {
    expect(saltOf(policyOf())).toBe(policyOf().policy_version);
    expect(saltOf(policyOf({ sampling: { rate: 1, salt: 'mine' } }))).toBe('mine');
  });

  test.for<[string, object, number]>([
    ['a new name', { name: 'b' }, 1],
    ['the switch', { enabled: false }, 1],
    ['the same schedule', { schedule: { every_s: 3600 } }, 1],
    ['another schedule', { schedule: { every_s: 60 } }, 2],
    ['a member removed', { sampling: { salt: null } }, 1],
    ['another tag', { filter: { case_tags: { tier: 'gold' } } }, 2],
  ])('follows a patch with %s: version %3$i', ([, patch, version]) => {
    expect(patched(patch).version).toBe(version);
  });
});

describe('the status and the times of a policy (evaluation 3.13)', () => {
  test('start the first window with the policy, and look at it after the wait for late cases', () => {
    const policy = policyOf();
    expect(policy).toMatchObject({ watermark_at: NOON, next_run_at: NOON + HOUR + 120_000 });
    expect(policyOf({ enabled: false })).toMatchObject({ next_run_at: null, due_at: null });
  });

  test.for<[string, object, Partial<ReturnType<typeof policyOf>>, string]>([
    ['switched off', { enabled: false }, {}, 'inactive'],
    ['a pause outlives a new name', { name: 'b' }, PAUSED, 'paused'],
    ['a pause ends when it is switched on', { enabled: true }, PAUSED, 'active'],
    ['and when it is switched off', { enabled: false }, PAUSED, 'inactive'],
  ])('follow a patch: %s gives %4$s', ([, patch, before, status]) => {
    expect(policyStatus(patched(patch, policyOf({}, before)))).toBe(status);
  });

  test('leave out what was recorded while it was off, but not during a pause', () => {
    const off = policyOf({ enabled: false });
    expect(patched({ enabled: true }, off)).toMatchObject({ watermark_at: NOON + HOUR, active_since: NOON + HOUR });
    expect(patched({ enabled: true }, policyOf({}, PAUSED))).toMatchObject({
      watermark_at: NOON,
      active_since: NOON + HOUR,
      next_run_at: NOON + HOUR + 120_000,
    });
    // After the clock is set back, no window is processed twice.
    expect(patched({ enabled: true }, off, NOON - HOUR).watermark_at).toBe(NOON);
  });

  test('count another schedule from the same watermark', () => {
    expect(patched({ schedule: { every_s: 60 } })).toMatchObject({ watermark_at: NOON, next_run_at: NOON + 180_000 });
  });
});
