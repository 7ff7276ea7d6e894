import { manifestsOf, pinsOf } from '../support/evaluation-manifests.ts';

/** Asks the endpoints as an admin does; the body of the answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Ask = (method: string, path: string, body?: unknown) => Promise<any>;

const BASE = '/api/v1/eval';

/** An evaluation that has come to its end, and everything else that requests of the evaluation API may name. */
export async function evaluated(ask: Ask, appId: string, targetEnv: string): Promise<Record<string, string>> {
  const manifests = manifestsOf({ appId, targetEnv });
  for (const [kind, content] of Object.entries(manifests)) await kept(ask, kind, content);
  const pins = pinsOf(manifests);
  const { workflow_version_digest: workflowDigest } = await ask('POST', `${BASE}/resolve`, pins);
  const runId = await begunRun(ask, workflowDigest);
  const ended = `${BASE}/runs/${runId}/events?type=workflow.completed&wait_seconds=20`;
  while ((await ask('GET', ended)).data.length === 0);
  const { attempts, gate, native_result_artifact } = await ask('GET', `${BASE}/runs/${runId}`);
  const { score_id: scoreId } = await ask('POST', '/api/v2/scores', {
    ...{ target_type: 'trace', target_id: 'trace-1', name: 'helpfulness', value: 0.8 },
  });
  const { config_id: configId } = await ask('POST', '/api/v2/score-configs', {
    ...{ config_id: 'helpfulness-1', name: 'helpfulness', data_type: 'numeric', min: 0, max: 1 },
  });
  const pendingDigest = `sha256:${'5'.repeat(64)}`;
  await ask('POST', `${BASE}/artifacts`, {
    ...{ kind: 'log', media_type: 'text/plain', digest: pendingDigest, size_bytes: 7 },
  });
  return {
    ...{ workflowDigest, runId, scoreId, configId, pendingDigest },
    ...{ attemptId: attempts[0].attempt_id, gateDecisionId: gate.gate_decision_id },
    ...{ artifactDigest: native_result_artifact, policyDigest: pins.gate_policy.version },
  };
}

/** Begins a run of a workflow version. */
export async function begunRun(ask: Ask, workflow_version_digest: string): Promise<string> {
  return (await ask('POST', `${BASE}/runs`, { workflow_version_digest })).workflow_run_id;
}

const kept = (ask: Ask, kind: string, content: unknown) =>
  ask('POST', `${BASE}/artifacts`, { kind, media_type: 'application/json', content });

/** What members of requests of the evaluation API may be; `@name` is the id of that name. */
export const EVALUATION_IDS: Readonly<Record<string, readonly string[]>> = {
  runId: ['@runId', '@runId', '@waitingRunId'],
  workflow_run_id: ['@runId', '@runId', '@waitingRunId'],
  baseline_run_id: ['@runId'],
  attemptId: ['@attemptId'],
  attempt_id: ['@attemptId'],
  gateDecisionId: ['@gateDecisionId'],
  scoreId: ['@scoreId'],
  score_id: ['@scoreId', 'score-1'],
  configId: ['@configId'],
  config_id: ['@configId'],
  target_id: ['@runId', '@attemptId', 'trace-1'],
  digest: ['@workflowDigest', '@artifactDigest', '@pendingDigest', '@policyDigest'],
  version: ['@policyDigest'],
  workflow_version_digest: ['@workflowDigest'],
  wait_seconds: ['0', '1'],
};
