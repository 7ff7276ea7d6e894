import type { Config } from '../config.ts';
import type { World } from '../world.ts';
import { applicationsRepository } from './applications.ts';
import { findingsRepository } from './findings.ts';
import { newPlans } from './new-plans.ts';
import { plansRepository } from './plans.ts';
import { recordingsRepository } from './recordings.ts';
import { resultsRepository } from './results.ts';
import { rulesRepository } from './rules.ts';
import { settlement } from './settlement.ts';

export type Repositories = ReturnType<typeof repositories>;

/** Everything that is stored for one tenant. */
export function repositories(
  world: World,
  tenant: string,
  config: Pick<Config, 'caseRetentionMs' | 'planRetentionMs'>,
) {
  const { table, blobs, now } = world;
  const recordings = recordingsRepository({ table, blobs, now }, tenant, config.caseRetentionMs);
  const applications = applicationsRepository(table, tenant);
  const rules = rulesRepository(table, tenant);
  const plans = plansRepository(table, tenant);
  const results = resultsRepository({ table, blobs }, tenant);
  const findings = findingsRepository({ results, rules, applications });
  return {
    recordings,
    applications,
    rules,
    plans,
    results,
    findings,
    settlement: settlement({ ...world, plans, results, findings }),
    newPlans: newPlans({ ...world, plans, recordings, planRetentionMs: config.planRetentionMs, tenant }),
  };
}
