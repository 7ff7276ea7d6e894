import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { DEFAULT_MOCKS, type MockSettings } from '../../../functions/applications/domain/mock-settings.ts';
import type { PlanRequest, ReplayPlan } from '../../../functions/replay/domain/plan.ts';
import { newPlans } from '../../../functions/replay/service/new-plans.ts';
import { KNOWN_CALLER } from '../../../functions/replay/service/plan-admission.ts';
import { replayPlan } from '../../support/replay-plan.ts';
import { newId } from '../../support/test-random.ts';

test.for<[correlation: MockSettings['correlation'], concurrency: number]>([
  ['headers', 10],
  ['single', 1],
])(
  'a run whose downstream calls find their request by %s sends at most %i requests at the same time',
  async ([correlation, concurrency]) => {
    const created: ReplayPlan[] = [];
    const plans = newPlans({
      plans: {
        runningPlan: async () => undefined,
        lock: async () => true,
        create: async (plan: ReplayPlan) => created.push(plan) > 0,
      },
      recordings: { operationsOf: async () => ['/a'], anyCase: async () => true },
      applications: { settings: async () => ({ ...DEFAULT_SETTINGS, mocks: { ...DEFAULT_MOCKS, correlation } }) },
      egress: { denial: async () => null },
      targets: { admission: async () => 'listed', bindEarlier: async () => false },
      workflows: { start: async () => 'running' },
      keys: { seal: async () => '' },
      now: () => 0,
      newId,
      planRetentionMs: 1,
      tenant: 'default',
      // Nothing else of these ports is used to create a plan.
    } as unknown as Parameters<typeof newPlans>[0]);
    const load = { maxQps: 100, concurrency: 10, timeoutMs: 1000 };
    const request: PlanRequest = { ...replayPlan({ planId: 'p', createdAt: 0 }), passThreshold: null, load };
    expect(await plans.create(request, KNOWN_CALLER)).toMatchObject({ ok: true });
    expect(created.map((plan) => plan.load)).toEqual([{ ...load, concurrency }]);
  },
);
