import { digestOfJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { call } from '../running-service.ts';

/** A runner that is not built in. */
export const PROCESS_RUNNER = {
  schema: 'eval.runner/v1',
  id: 'price-check@1',
  framework: 'price-check',
  runtime: 'process',
  protocol: { min: 1, max: 1 },
  result_schema: 'price-check.result/v1',
  required_capabilities: ['runtime.process'],
  determinism: 'hermetic',
};
export const PROCESS_RUNNER_VERSION = digestOfJson(PROCESS_RUNNER);

/** Passes if every price is correct. */
const POLICY = {
  schema: 'eval.gate-policy/v1',
  rules: [
    { id: 'attempt-ok', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' },
    { id: 'accuracy', metric: 'price.accuracy', aggregation: 'mean', op: 'gte', threshold: 0.95 },
    { id: 'verdict', field: 'native.verdict', op: 'eq', value: 'good' },
  ],
};

/** Manifests of a workflow that federated workers run. */
export const federatedManifests = ({
  subject = 'build-1',
  environment = {},
  runner = {},
}: {
  subject?: string;
  environment?: Record<string, unknown>;
  runner?: Record<string, unknown>;
} = {}) => ({
  framework_definition: {
    schema: 'eval.framework-definition/v1',
    framework: 'price-check',
    config: { prices: [1, 2, 3] },
  },
  runner: { ...PROCESS_RUNNER, ...runner },
  subject: { schema: 'eval.subject/v1', kind: 'service', name: subject },
  environment: { schema: 'eval.environment/v1', enable_mock: true, network: { mode: 'none' }, ...environment },
  gate_policy: POLICY,
});

/** Sends requests like a pipeline. */
export type Asks = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<Pick<Awaited<ReturnType<typeof call>>, 'status' | 'body'>>;

/** Commits the manifests, resolves them, starts a run and returns its id. */
export async function startedFederatedRun(
  ask: Asks,
  of: Parameters<typeof federatedManifests>[0] = {},
): Promise<string> {
  const pins: Record<string, object> = {};
  for (const [kind, content] of Object.entries(federatedManifests(of))) {
    const { body } = await ask('POST', '/api/v1/eval/artifacts', { kind, media_type: 'application/json', content });
    pins[kind] = kind === 'framework_definition' ? { digest: body.digest } : { version: body.digest };
  }
  const { body: resolved } = await ask('POST', '/api/v1/eval/resolve', pins);
  const { workflow_version_digest } = resolved;
  const { status, body } = await ask('POST', '/api/v1/eval/runs', { workflow_version_digest });
  if (status !== 201) throw new Error(`the run was not made: ${JSON.stringify(body)}`);
  return body.workflow_run_id;
}

/** Sends requests to a running service as its admin. */
export const askOf =
  (url: () => string): Asks =>
  (method, path, body) =>
    call(url(), method, path, body);
