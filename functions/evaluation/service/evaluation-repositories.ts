import { REQUEST_RATE, tokenBucket } from '../../platform/values/token-bucket.ts';
import type { World } from '../../platform/world.ts';
import type { RecordingStore } from '../../recordings/store/recordings.ts';
import type { artifactsOf } from '../artifacts/composition.ts';
import { MANAGED_HOST } from '../domain/hosts/managed-host.ts';
import { gateDecisionStore } from '../gates/store/gate-decisions.ts';
import { lastPassingStore } from '../gates/store/last-passing.ts';
import { hostStore } from '../hosts/store/hosts.ts';
import { leaseStore } from '../hosts/store/leases.ts';
import { publicationStore } from '../hosts/store/publications.ts';
import { ledger } from '../ledger/store/ledger.ts';
import { ledgerHead } from '../ledger/store/ledger-head.ts';
import { backfillStore } from '../policies/store/backfills.ts';
import { policyStore } from '../policies/store/policies.ts';
import { policyExecutionStore } from '../policies/store/policy-executions.ts';
import { runStore } from '../runs/store/runs.ts';
import { scoreConfigStore } from '../scores/store/score-configs.ts';
import { scoreStore } from '../scores/store/scores.ts';
import { workflowVersionStore } from '../workflows/store/workflow-versions.ts';
import { listCounts } from './list-counts.ts';

export type EvaluationRepositories = ReturnType<typeof evaluationRepositories>;

/** Everything of the evaluation API that is stored for one tenant (evaluation 4). */
export function evaluationRepositories(
  world: Pick<World, 'table' | 'blobs' | 'workflows' | 'egress' | 'work' | 'now' | 'elapsed' | 'newId' | 'log'>,
  tenant: string,
  recordings: RecordingStore,
  artifacts: ReturnType<typeof artifactsOf>,
) {
  const head = ledgerHead(world, tenant);
  const federatedHosts = hostStore(world, tenant);
  const hosts = async () => [MANAGED_HOST, ...(await federatedHosts.capabilities())];
  const workflowVersions = workflowVersionStore({ ...world, artifacts, hosts }, tenant);
  const runs = runStore({ ...world, head }, tenant);
  const appends = ledger({ ...world, head }, tenant);
  return {
    /** Completes every current and future request that waits for an event or a lease. */
    cancelWaits: head.cancelWaits,
    /** Per process: each instance of a function has its own limit. */
    requestRate: tokenBucket(REQUEST_RATE, world.now),
    listCounts: listCounts(world.table, tenant),
    artifacts,
    hosts,
    federatedHosts,
    workflowVersions,
    runs,
    ledger: appends,
    leases: leaseStore({ ...world, head, ledger: appends, runs, workflowVersions }, tenant),
    publications: publicationStore(world, tenant),
    scores: scoreStore(world, tenant),
    scoreConfigs: scoreConfigStore(world, tenant),
    gateDecisions: gateDecisionStore(world, tenant),
    lastPassing: lastPassingStore(world, tenant),
    policies: policyStore(world, tenant),
    policyExecutions: policyExecutionStore(
      { ...world, recordings, artifacts, runs, ledger: appends, workflowVersions },
      tenant,
    ),
    backfills: backfillStore(world, tenant),
  };
}
