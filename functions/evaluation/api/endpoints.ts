import type { Endpoint } from '../../platform/http/api.ts';
import {
  commitArtifact,
  downloadArtifact,
  listRunArtifacts,
  readArtifactMetadata,
} from '../artifacts/api/artifacts.ts';
import { createArtifact } from '../artifacts/api/create-artifact.ts';
import type { EvaluationServices } from '../composition.ts';
import { decideGateAgain } from '../gates/api/decide-gate-again.ts';
import { listGateDecisions, readGateDecision } from '../gates/api/gate-decisions.ts';
import { readGate } from '../gates/api/read-gate.ts';
import { hostToken } from '../hosts/api/host-token.ts';
import { addHostKey, listHosts, readHost, registerHost, removeHostKey, revokeHost } from '../hosts/api/hosts.ts';
import { heartbeat, takeLease } from '../hosts/api/leases.ts';
import { publishEvents } from '../hosts/api/publish-events.ts';
import { appendEvent, listEvents, listRunEvents } from '../ledger/api/list-events.ts';
import { cancelBackfill, createBackfill, listBackfills } from '../policies/api/backfills.ts';
import { changePolicy } from '../policies/api/change-policy.ts';
import { createPolicy, deletePolicy, listPolicies, readPolicy } from '../policies/api/online-policies.ts';
import { listPolicyExecutions, listPolicyVersions } from '../policies/api/policy-history.ts';
import { runPolicy } from '../policies/api/run-policy.ts';
import { cancelRun } from '../runs/api/cancel-run.ts';
import { createRun } from '../runs/api/create-run.ts';
import { listAttempts, readAttempt } from '../runs/api/list-attempts.ts';
import { listRuns } from '../runs/api/list-runs.ts';
import { readRun } from '../runs/api/read-run.ts';
import { listScores } from '../scores/api/list-scores.ts';
import { listScoresV1 } from '../scores/api/list-scores-v1.ts';
import { readScore } from '../scores/api/read-score.ts';
import { addScoreConfig, listScoreConfigs, readScoreConfig } from '../scores/api/score-configs.ts';
import { writeScore } from '../scores/api/write-score.ts';
import { writeScoreV1 } from '../scores/api/write-score-v1.ts';
import { capabilities } from '../workflows/api/capabilities.ts';
import { listWorkflows } from '../workflows/api/list-workflows.ts';
import { readWorkflow } from '../workflows/api/read-workflow.ts';
import { resolveWorkflow } from '../workflows/api/resolve-workflow.ts';
import { validateWorkflow } from '../workflows/api/validate-workflow.ts';

/** Endpoints of the evaluation API (spec 4.10, evaluation 3.5 to 3.13). */
export const endpoints: readonly Endpoint<EvaluationServices>[] = [
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
