import { BUILT_IN_RUNNER } from '../../domain/evaluation/built-in-runner.ts';
import { MANAGED_HOST } from '../../domain/evaluation/managed-host.ts';
import { REQUEST_RATE, tokenBucket } from '../../domain/evaluation/token-bucket.ts';
import type { World } from '../../world.ts';
import type { RecordingsRepository } from '../recordings.ts';
import { artifactsRepository, type BuiltInArtifact } from './artifacts.ts';
import { backfillsRepository } from './backfills.ts';
import { gateDecisionsRepository } from './gate-decisions.ts';
import { hostsRepository } from './hosts.ts';
import { lastPassingRepository } from './last-passing.ts';
import { leasesRepository } from './leases.ts';
import { ledger } from './ledger.ts';
import { ledgerHead } from './ledger-head.ts';
import { policiesRepository } from './policies.ts';
import { policyExecutionsRepository } from './policy-executions.ts';
import { publicationsRepository } from './publications.ts';
import { runsRepository } from './runs.ts';
import { scoreConfigsRepository } from './score-configs.ts';
import { scoresRepository } from './scores.ts';
import { workflowVersionsRepository } from './workflow-versions.ts';

export type EvaluationRepositories = ReturnType<typeof evaluationRepositories>;

/** Manifests that every tenant has from the start (evaluation 5.6). */
const BUILT_INS: readonly BuiltInArtifact[] = [
  { digest: BUILT_IN_RUNNER.digest, bytes: BUILT_IN_RUNNER.bytes, kind: 'runner', media_type: 'application/json' },
];

/** Everything of the evaluation API that is stored for one tenant (evaluation 4). */
export function evaluationRepositories(world: World, tenant: string, recordings: RecordingsRepository) {
  const head = ledgerHead(world, tenant);
  const artifacts = artifactsRepository(world, tenant, BUILT_INS);
  const federatedHosts = hostsRepository(world, tenant);
  const hosts = async () => [MANAGED_HOST, ...(await federatedHosts.capabilities())];
  const workflowVersions = workflowVersionsRepository({ ...world, artifacts, hosts }, tenant);
  const runs = runsRepository({ ...world, head }, tenant);
  const appends = ledger({ ...world, head }, tenant);
  return {
    /** Answers every request that waits for an event or a lease, now and from now on. */
    endWaits: head.endWaits,
    /** Of this process: each instance of a function has its own. */
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
