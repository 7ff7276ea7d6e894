import * as v from 'valibot';
import { newPolicy, type OnlinePolicy } from '../../../../functions/evaluation/domain/policies/online-policy.ts';
import { PolicyBody } from '../../../../functions/evaluation/domain/policies/online-policy-body.ts';

/** 2026-11-22T12:00:00Z, the creation time of test policies. */
export const NOON = Date.UTC(2026, 10, 22, 12);

/** A policy body as sent. */
export const policyBody = (change: Record<string, unknown> = {}) => ({
  name: 'orders',
  workflow_version_digest: `sha256:${'a'.repeat(64)}`,
  filter: { app_id: 'shop' },
  sampling: { rate: 1 },
  schedule: { every_s: 3600 },
  ...change,
});

/** A policy created at noon. */
export const policyOf = (body: Record<string, unknown> = {}, change: Partial<OnlinePolicy> = {}): OnlinePolicy => ({
  ...newPolicy(v.parse(PolicyBody, policyBody(body)), { policy_id: 'pol_1', created_by: 'ann', now: NOON }),
  ...change,
});
