/** The specification's sample manifests, as values. */
export const DEFINITION = {
  schema: 'eval.framework-definition/v1',
  framework: 'replay-regression',
  config: { app_id: 'demo-app', case_source: 'rolling', case_source_hours: 24, operations: [] as string[] },
};

export const PINNED_DEFINITION = {
  ...DEFINITION,
  config: {
    app_id: 'demo-app',
    case_source: 'pinned',
    operations: ['/api/orders'],
    case_set: { digest: `sha256:${'c'.repeat(64)}` },
  },
};

export const RUNNER = {
  schema: 'eval.runner/v1',
  id: 'replay-regression@1.0.0',
  framework: 'replay-regression',
  runtime: 'builtin',
  protocol: { min: 1, max: 1 },
  result_schema: 'replay-regression.result/v1',
  required_capabilities: ['replay.engine.v1', 'runtime.builtin'],
  optional_capabilities: ['replay.ai_analysis'],
  determinism: 'pinned_external',
} as const;

export const UNSUPPORTED_RUNNER = {
  schema: 'eval.runner/v1',
  id: 'gpu-judge@1.0.0',
  framework: 'gpu-judge',
  runtime: 'oci',
  protocol: { min: 1, max: 1 },
  result_schema: 'gpu-judge.result/v1',
  required_capabilities: ['accelerator.gpu.v1'],
  optional_capabilities: [],
  determinism: 'live',
} as const;

export const SUBJECT = {
  schema: 'eval.subject/v1',
  kind: 'http_service',
  name: 'demo-app',
  image_digest: `sha256:${'a'.repeat(64)}`,
  revision: '0123456789abcdef0123456789abcdef01234567',
};

export const ENVIRONMENT = {
  schema: 'eval.environment/v1',
  target_env: 'http://sut.test.internal:8080',
  enable_mock: true,
  network: { mode: 'allowlist', hosts: ['sut.test.internal:8080'] },
  secrets: [] as unknown[],
  limits: { timeout_s: 3600, max_result_mb: 50, max_attempts: 1 },
  required_capabilities: ['network.egress.target'],
};

export const GATE_POLICY = {
  schema: 'eval.gate-policy/v1',
  name: 'replay-release',
  combine: 'all',
  rules: [
    { id: 'attempt-ok', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' },
    {
      id: 'pass-rate',
      metric: 'replay.pass_rate',
      aggregation: 'mean',
      op: 'gte',
      threshold: 0.95,
      min_samples: 1,
      on_missing: 'fail',
    },
    { id: 'no-needs-action', metric: 'replay.needs_action_interfaces', aggregation: 'max', op: 'lte', threshold: 0 },
    {
      id: 'no-regression',
      metric: 'replay.pass_rate',
      aggregation: 'mean',
      op: 'gte',
      threshold: -0.02,
      baseline: { ref: 'last_passing', mode: 'absolute' },
      on_missing: 'skip',
    },
    {
      id: 'p95',
      metric: 'replay.case_latency_ms',
      aggregation: 'p95',
      op: 'lte',
      threshold: 500,
      enforcement: 'advisory',
      on_missing: 'skip',
    },
  ],
};

/** A file of a framework definition. */
export const FILE = { path: 'prompts/judge.txt', digest: `sha256:${'1'.repeat(64)}`, size_bytes: 12 };
