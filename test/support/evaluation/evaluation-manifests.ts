import { canonicalJson, digestOfJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { BUILT_IN_RUNNER } from '../../../functions/evaluation/domain/replay-regression/built-in-runner.ts';
import type { Pins } from '../../../functions/evaluation/domain/workflows/pins.ts';
import type { EveryService } from '../services-for.ts';

/** The default policy of evaluation 3.14: only CLEAN is a pass. */
export const ONLY_CLEAN = {
  schema: 'eval.gate-policy/v1',
  name: 'replay-release',
  rules: [
    { id: 'attempt-ok', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' },
    {
      id: 'needs-action',
      metric: 'replay.needs_action_interfaces',
      aggregation: 'max',
      op: 'lte',
      threshold: 0,
      min_samples: 1,
    },
    { id: 'state', field: 'native.state', op: 'in', value: ['CLEAN'] },
  ],
};

export interface EvaluationOf {
  appId: string;
  targetEnv: string;
  /** Members of the definition's config besides app_id. */
  config?: Record<string, unknown>;
  limits?: Record<string, number>;
  subject?: string;
  policy?: Record<string, unknown>;
  /** Hosts that the environment may reach; by default it is open. */
  hosts?: string[];
}

/** The manifests of a replay-regression workflow, as a pipeline would post them (evaluation 3.5). */
export const manifestsOf = ({
  appId,
  targetEnv,
  config = {},
  limits = {},
  subject = 'build-1',
  policy,
  hosts,
}: EvaluationOf) => ({
  framework_definition: {
    schema: 'eval.framework-definition/v1',
    framework: 'replay-regression',
    config: { app_id: appId, ...config },
  },
  runner: BUILT_IN_RUNNER.manifest,
  subject: { schema: 'eval.subject/v1', kind: 'service', name: subject, attributes: { 'service.name': appId } },
  environment: {
    schema: 'eval.environment/v1',
    target_env: targetEnv,
    enable_mock: true,
    network: hosts ? { mode: 'allowlist', hosts } : { mode: 'open' },
    limits,
  },
  gate_policy: policy ?? ONLY_CLEAN,
});

/** The pins of these manifests. A client can calculate them offline (evaluation 3.4). */
export function pinsOf(manifests: ReturnType<typeof manifestsOf>): Pins {
  return {
    framework_definition: { digest: digestOfJson(manifests.framework_definition) },
    runner: { version: digestOfJson(manifests.runner) },
    subject: { version: digestOfJson(manifests.subject) },
    environment: { version: digestOfJson(manifests.environment) },
    gate_policy: { version: digestOfJson(manifests.gate_policy) },
  };
}

/** Commits the manifests of a workflow, resolves it and starts a run of it. */
export async function startedRun(
  of: EvaluationOf,
  { evaluation }: Pick<EveryService, 'evaluation'>,
  more: { baseline_run_id?: string; input_overrides?: { case_set: string } } = {},
): Promise<string> {
  const manifests = manifestsOf(of);
  for (const [kind, manifest] of Object.entries(manifests))
    await evaluation.artifacts.put({
      bytes: Buffer.from(canonicalJson(manifest)),
      kind: kind as keyof typeof manifests, // the members have the names of the kinds
      media_type: 'application/json',
    });
  const workflow = await evaluation.workflowVersions.resolve(pinsOf(manifests));
  const created = await evaluation.runs.create({
    workflow,
    labels: {},
    baseline_run_id: more.baseline_run_id ?? null,
    trigger: { type: 'api' },
    input_overrides: more.input_overrides ?? null,
    created_by: 'tests',
    idempotency: null,
  });
  if (!created.ok) throw new Error(created.code);
  return created.value.run.workflow_run_id;
}
