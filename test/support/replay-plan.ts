import type { ReplayPlan } from '../../functions/replay/domain/plan.ts';
import { RESULT_SHARDS } from '../../functions/replay/store/result-keys.ts';

/** A triggered plan in progress, of its own application, created at `createdAt` (epoch ms). */
export const replayPlan = (given: Pick<ReplayPlan, 'planId' | 'createdAt'> & Partial<ReplayPlan>): ReplayPlan => ({
  appId: `app-${given.planId}`,
  targetEnv: 'http://10.0.0.1:8080',
  operations: null,
  caseSource: 'rolling',
  caseFrom: 0,
  caseTo: given.createdAt,
  caseCountLimit: 10,
  caseTags: {},
  enableMock: false,
  sealedPassThreshold: null,
  resultShards: RESULT_SHARDS,
  planName: 'p',
  operator: 'o',
  source: 'trigger',
  load: { maxQps: 10, concurrency: 1, timeoutMs: 1000 },
  expiresAt: given.createdAt + 86_400_000,
  status: 'RUNNING',
  round: 1,
  ...given,
});
