import type { Endpoint } from '../http/api.ts';
import { commitArtifact, downloadArtifact, listRunArtifacts, readArtifactMetadata } from './artifacts.ts';
import { cancelBackfill, createBackfill, listBackfills } from './backfills.ts';
import { cancelRun } from './cancel-run.ts';
import { capabilities } from './capabilities.ts';
import { changePolicy } from './change-policy.ts';
import { createArtifact } from './create-artifact.ts';
import { createRun } from './create-run.ts';
import { decideGateAgain } from './decide-gate-again.ts';
import { listGateDecisions, readGateDecision } from './gate-decisions.ts';
import { hostToken } from './host-token.ts';
import { addHostKey, listHosts, readHost, registerHost, removeHostKey, revokeHost } from './hosts.ts';
import { heartbeat, takeLease } from './leases.ts';
import { listAttempts, readAttempt } from './list-attempts.ts';
import { appendEvent, listEvents, listRunEvents } from './list-events.ts';
import { listRuns } from './list-runs.ts';
import { listScores } from './list-scores.ts';
import { listScoresV1 } from './list-scores-v1.ts';
import { listWorkflows } from './list-workflows.ts';
import { createPolicy, deletePolicy, listPolicies, readPolicy } from './online-policies.ts';
import { listPolicyExecutions, listPolicyVersions } from './policy-history.ts';
import { publishEvents } from './publish-events.ts';
import { readGate } from './read-gate.ts';
import { readRun } from './read-run.ts';
import { readScore } from './read-score.ts';
import { readWorkflow } from './read-workflow.ts';
import { resolveWorkflow } from './resolve-workflow.ts';
import { runPolicy } from './run-policy.ts';
import { addScoreConfig, listScoreConfigs, readScoreConfig } from './score-configs.ts';
import { validateWorkflow } from './validate-workflow.ts';
import { writeScore } from './write-score.ts';
import { writeScoreV1 } from './write-score-v1.ts';

/** The evaluation API (spec 4.10, evaluation 3.5 to 3.13). */
export const endpoints: readonly Endpoint[] = [
  createArtifact,
  commitArtifact,
  readArtifactMetadata,
  downloadArtifact,
  listRunArtifacts,

  resolveWorkflow,
  listWorkflows,
  validateWorkflow,
  readWorkflow,
  capabilities,
  createRun,
  listRuns,
  readRun,
  cancelRun,
  listAttempts,
  readAttempt,
  listEvents,
  listRunEvents,
  appendEvent,
  readGate,
  decideGateAgain,
  listGateDecisions,
  readGateDecision,
  writeScore,
  listScores,
  readScore,
  writeScoreV1,
  listScoresV1,
  addScoreConfig,
  listScoreConfigs,
  readScoreConfig,

  registerHost,
  listHosts,
  hostToken,
  readHost,
  revokeHost,
  addHostKey,
  removeHostKey,
  takeLease,
  heartbeat,
  publishEvents,

  createPolicy,
  listPolicies,
  readPolicy,
  changePolicy,
  deletePolicy,
  listPolicyVersions,
  listPolicyExecutions,
  runPolicy,
  createBackfill,
  listBackfills,
  cancelBackfill,
];
