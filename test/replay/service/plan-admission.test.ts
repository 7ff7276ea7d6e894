import { describe, expect, test } from 'vitest';
import type { ReplayPlan } from '../../../functions/replay/domain/plan.ts';
import { KNOWN_CALLER, planAdmission, rerunAdmission } from '../../../functions/replay/service/plan-admission.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const PLAN = { planId: 'a'.repeat(24), createdAt: 1_000 };

/** Targets of which none is allowed any more, except for one run. */
const targetsOf = (allowed: 'listed' | 'loopback' | 'once' | null) => ({
  admission: async () => (allowed === 'once' ? null : allowed),
  isStillAllowed: async () => allowed !== null,
  bindEarlier: async () => false,
});

describe('a further round of a plan (interface 14)', () => {
  test.for<[was: ReplayPlan['admission'], credentials: 'none' | undefined, now: 'listed' | 'loopback' | 'once' | null]>(
    [
      ['listed', undefined, 'listed'],
      ['loopback', undefined, 'loopback'],
      ['once', undefined, 'listed'],
      ['once', undefined, 'once'],
      ['once', undefined, null],
      ['listed', undefined, null],
      ['loopback', undefined, null],
      // Of an earlier version, which asked for no permission.
      [undefined, undefined, 'listed'],
      [undefined, undefined, null],
      [undefined, 'none', null],
      // No administrator allowed this plan for one run.
      ['listed', undefined, 'once'],
      [undefined, undefined, 'once'],
    ],
  )(
    'is admitted or refused for a target that was %s, with credentials %s, and is %s now',
    async ([was, credentials, now]) => {
      const plan: ReplayPlan = {
        ...replayPlan(PLAN),
        ...(was && { admission: was }),
        ...(credentials && { credentials }),
      };
      const admitted = await rerunAdmission(plan, targetsOf(now));
      if (credentials === 'none') expect(admitted).toEqual({ ok: true, value: null });
      else if (now === null || (now === 'once' && was !== 'once'))
        expect(admitted).toMatchObject({ code: 'CREATE_PLAN_FAILED', message: expect.stringContaining('SVC_TARGETS') });
      else expect(admitted).toEqual({ ok: true, value: now });
    },
  );
});

describe('a new plan', () => {
  test('is allowed for one run by an administrator only, which a listed target does not need', async () => {
    const caller = { ...KNOWN_CALLER, allowsTarget: 'ann' };
    expect(await planAdmission(replayPlan(PLAN), caller, targetsOf(null))).toEqual({ ok: true, value: 'once' });
    expect(await planAdmission(replayPlan(PLAN), KNOWN_CALLER, targetsOf(null))).toMatchObject({ ok: false });
    expect(await planAdmission(replayPlan(PLAN), caller, targetsOf('listed'))).toEqual({ ok: true, value: 'listed' });
  });
});
