import { REQUEST_RATE, tokenBucket } from '../../platform/token-bucket.ts';
import type { World } from '../../platform/world.ts';
import type { RecordingsRepository } from '../../recordings/store/recordings.ts';
import type { artifactsOf } from '../artifacts/services.ts';
import { gateDecisionsRepository } from '../gates/store/gate-decisions.ts';
import { lastPassingRepository } from '../gates/store/last-passing.ts';
import { MANAGED_HOST } from '../hosts/domain/managed-host.ts';
import { hostsRepository } from '../hosts/store/hosts.ts';
import { leasesRepository } from '../hosts/store/leases.ts';
import { publicationsRepository } from '../hosts/store/publications.ts';
import { ledger } from '../ledger/store/ledger.ts';
import { ledgerHead } from '../ledger/store/ledger-head.ts';
import { backfillsRepository } from '../policies/store/backfills.ts';
import { policiesRepository } from '../policies/store/policies.ts';
import { policyExecutionsRepository } from '../policies/store/policy-executions.ts';
import { runsRepository } from '../runs/store/runs.ts';
import { scoreConfigsRepository } from '../scores/store/score-configs.ts';
import { scoresRepository } from '../scores/store/scores.ts';
import { workflowVersionsRepository } from '../workflows/store/workflow-versions.ts';

export type EvaluationRepositories = ReturnType<typeof evaluationRepositories>;

/** Everything of the evaluation API that is stored for one tenant (evaluation 4). */
export function evaluationRepositories(
  world: Pick<World, 'table' | 'blobs' | 'workflows' | 'egress' | 'now' | 'newId' | 'log'>,
  tenant: string,
  recordings: RecordingsRepository,
  artifacts: ReturnType<typeof artifactsOf>,
) {
  const head = ledgerHead(world, tenant);
  const federatedHosts = hostsRepository(world, tenant);
  const hosts = async () => [MANAGED_HOST, ...(await federatedHosts.capabilities())];
  const workflowVersions = workflowVersionsRepository({ ...world, artifacts, hosts }, tenant);
  const runs = runsRepository({ ...world, head }, tenant);
  const appends = ledger({ ...world, head }, tenant);
  return {
    /** Completes every current and future request that waits for an event or a lease. */
    endWaits: head.endWaits,
    /** Per process: each instance of a function has its own limit. */
    requestRate: tokenBucket(REQUEST_RATE, world.now),
    artifacts,
    hosts,
    federatedHosts,
    workflowVersions,
    runs,
    ledger: appends,
    leases: leasesRepository({ ...world, head, ledger: appends, runs, workflowVersions }, tenant),
    publications: publicationsRepository(world, tenant),
    scores: scoresRepository(world, tenant),
    scoreConfigs: scoreConfigsRepository(world, tenant),
    gateDecisions: gateDecisionsRepository(world, tenant),
    lastPassing: lastPassingRepository(world, tenant),
    policies: policiesRepository(world, tenant),
    policyExecutions: policyExecutionsRepository(
      { ...world, recordings, artifacts, runs, ledger: appends, workflowVersions },
      tenant,
    ),
    backfills: backfillsRepository(world, tenant),
  };
}
