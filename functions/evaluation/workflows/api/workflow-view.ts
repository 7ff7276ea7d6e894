import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { digestOfJson } from '../../domain/canonical-json.ts';
import { MANAGED_HOST } from '../../domain/hosts/managed-host.ts';
import { BUILT_IN_RUNNER } from '../../domain/replay-regression/built-in-runner.ts';
import { type Component, knownComponent } from '../../domain/workflows/component.ts';
import type { ComponentName, Pins } from '../../domain/workflows/pins.ts';
import type { ResolvedWorkflow } from '../../domain/workflows/resolved-workflow.ts';
import { resolvedWorkflow } from '../../domain/workflows/resolved-workflow.ts';

/** A workflow version as responses show it (evaluation 3.6). */
export const workflowView = ({ created_at, ...workflow }: ResolvedWorkflow) => ({
  ...workflow,
  created_at: isoText(created_at),
  links: { self: `/api/v1/eval/workflows/${workflow.workflow_version_digest}` },
});

/** Manifests of the examples: a shop whose recorded requests are replayed against a new build. */
const MANIFESTS = {
  framework_definition: {
    schema: 'eval.framework-definition/v1',
    framework: 'replay-regression',
    config: { app_id: EXAMPLE.appId, operations: [EXAMPLE.operation] },
  },
  runner: BUILT_IN_RUNNER.manifest,
  subject: { schema: 'eval.subject/v1', kind: 'http_service', name: EXAMPLE.appId, revision: '0f1e2d3c' },
  environment: {
    schema: 'eval.environment/v1',
    target_env: EXAMPLE.targetEnv,
    enable_mock: true,
    network: { mode: 'allowlist', hosts: ['shop-under-test.internal:8080'] },
  },
  gate_policy: {
    schema: 'eval.gate-policy/v1',
    name: 'release',
    rules: [{ id: 'attempt-ok', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' }],
  },
} as const satisfies Record<ComponentName, unknown>;

const version = (name: ComponentName) => ({ version: digestOfJson(MANIFESTS[name]) });

/** Body of the `resolve` example. */
export const EXAMPLE_PINS: Pins = {
  framework_definition: { digest: digestOfJson(MANIFESTS.framework_definition) },
  runner: version('runner'),
  subject: version('subject'),
  environment: version('environment'),
  gate_policy: version('gate_policy'),
};

const known = <Name extends ComponentName>(name: Name): Component<Name> => knownComponent(name, MANIFESTS[name]);

/** Response of the `resolve` example. */
export const EXAMPLE_WORKFLOW = workflowView(
  resolvedWorkflow(EXAMPLE_PINS, Date.parse(EXAMPLE.time), {
    components: {
      framework_definition: known('framework_definition'),
      runner: known('runner'),
      subject: known('subject'),
      environment: known('environment'),
      gate_policy: known('gate_policy'),
    },
    lookedUp: { isTargetDenied: false, missingFiles: [], isCaseSetMissing: false },
    hosts: [MANAGED_HOST],
  }),
);
