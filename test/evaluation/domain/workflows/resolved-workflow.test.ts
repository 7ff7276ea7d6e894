import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import { MANAGED_HOST } from '../../../../functions/evaluation/domain/hosts/managed-host.ts';
import {
  type Components,
  knownComponent,
  unknownComponent,
} from '../../../../functions/evaluation/domain/workflows/component.ts';
import {
  COMPONENT_NAMES,
  type ComponentName,
  type Pins,
} from '../../../../functions/evaluation/domain/workflows/pins.ts';
import {
  ResolvedWorkflow,
  resolvedWorkflow,
} from '../../../../functions/evaluation/domain/workflows/resolved-workflow.ts';
import type { LookedUp } from '../../../../functions/evaluation/domain/workflows/workflow-diagnostics.ts';
import { DEFINITION, ENVIRONMENT, FILE, GATE_POLICY, RUNNER, SUBJECT, UNSUPPORTED_RUNNER } from './sample-manifests.ts';

const VALUES: Record<ComponentName, unknown> = {
  framework_definition: DEFINITION,
  runner: RUNNER,
  subject: SUBJECT,
  environment: ENVIRONMENT,
  gate_policy: GATE_POLICY,
};
const NOTHING_WRONG: LookedUp = { isTargetDenied: false, missingFiles: [], isCaseSetMissing: false };

function resolved(change: Partial<typeof VALUES> = {}, lookedUp: Partial<LookedUp> = {}, unknown?: string) {
  const values = { ...VALUES, ...change };
  const version = (name: ComponentName) => ({ version: digestOfJson(values[name]) });
  const pins: Pins = {
    framework_definition: { digest: digestOfJson(values.framework_definition) },
    runner: version('runner'),
    subject: version('subject'),
    environment: version('environment'),
    gate_policy: version('gate_policy'),
  };
  const known = Object.fromEntries(
    COMPONENT_NAMES.map((name) => [
      name,
      name === unknown ? unknownComponent(name) : knownComponent(name, values[name]),
    ]),
    // Every component is in the list.
  ) as unknown as Components;
  const facts = { components: known, lookedUp: { ...NOTHING_WRONG, ...lookedUp }, hosts: [MANAGED_HOST] };
  return resolvedWorkflow(pins, 5, facts);
}
const diagnosticsOf = ({ diagnostics }: ResolvedWorkflow) =>
  diagnostics.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);

describe('a resolved workflow (evaluation 3.6)', () => {
  test('is the example of the contract for the sample manifests', () => {
    const workflow = resolved();
    expect(workflow).toMatchObject({
      workflow_version_digest: 'sha256:9a759d25b11f182a6a3206bf88127305eba51d5247e0ecc6e8b37c487358ea72',
      lineage_digest: 'sha256:a83c5b32ef48d0816b8b3667b1ee62e9a1911306d753a04d0128ec300933e801',
      resolution: 'complete',
      reproducibility_class: 'recorded_external',
      capability_negotiation: { status: 'supported', selected_protocol: 1, eligible_hosts: ['managed'] },
      runnable: true,
      diagnostics: [],
      created_at: 5,
    });
    expect(Object.values(workflow.components).map(({ known, id }) => [known, id])).toEqual([
      ...[
        [true, 'replay-regression'],
        [true, 'replay-regression@1.0.0'],
        [true, 'demo-app'],
      ],
      ...[
        [true, undefined],
        [true, 'replay-release'],
      ],
    ]);
    expect(v.parse(ResolvedWorkflow, workflow)).toEqual(workflow);
  });

  test.for(COMPONENT_NAMES)('is incomplete and not runnable with an unknown %s', (name) => {
    const workflow = resolved({}, {}, name);
    const member = name === 'framework_definition' ? 'digest' : 'version';
    expect(workflow).toMatchObject({ resolution: 'incomplete', reproducibility_class: 'live', runnable: false });
    expect(workflow.components[name]).toEqual({ digest: expect.any(String), known: false });
    expect(diagnosticsOf(workflow)).toEqual([`error COMPONENT_UNKNOWN #/${name}/${member}`]);
  });

  test.for<[name: ComponentName, status: string]>([
    ['framework_definition', 'supported'],
    ['runner', 'unverified'],
    ['subject', 'supported'],
    ['environment', 'unverified'],
    ['gate_policy', 'supported'],
  ])('has for an unknown %s the negotiation %s', ([name, status]) => {
    expect(resolved({}, {}, name).capability_negotiation.status).toBe(status);
  });

  test('is complete but not runnable with an invalid manifest', () => {
    const workflow = resolved({ runner: SUBJECT });
    expect(workflow).toMatchObject({ resolution: 'complete', runnable: false, reproducibility_class: 'live' });
    expect(workflow.capability_negotiation.status).toBe('unverified');
    expect(diagnosticsOf(workflow)).toEqual(['error MANIFEST_INVALID #/runner/schema']);
  });

  test('is not runnable with a runner of another framework', () => {
    const workflow = resolved({ framework_definition: { ...DEFINITION, framework: 'gpu-judge' } });
    expect(workflow.runnable).toBe(false);
    expect(diagnosticsOf(workflow)).toEqual(['error FRAMEWORK_MISMATCH #/runner/framework']);
  });

  test.for<[what: string, change: Partial<typeof VALUES>, location: string]>([
    ['without app_id', { framework_definition: { ...DEFINITION, config: {} } }, '#/framework_definition/config'],
    [
      'an unknown case source',
      { framework_definition: { ...DEFINITION, config: { app_id: 'a', case_source: 'all' } } },
      '#/framework_definition/config',
    ],
    ['no target', { environment: { ...ENVIRONMENT, target_env: undefined } }, '#/environment/target_env'],
  ])('is not runnable if the trigger would refuse its replay: %s', ([, change, location]) => {
    const workflow = resolved(change);
    expect(workflow.runnable).toBe(false);
    expect(diagnosticsOf(workflow)).toEqual([`error MANIFEST_INVALID ${location}`]);
  });

  test('does not check the config of another framework', () => {
    const change = { framework_definition: { ...DEFINITION, framework: 'gpu-judge', config: {} } };
    expect(diagnosticsOf(resolved({ ...change, runner: UNSUPPORTED_RUNNER })).join()).not.toContain('MANIFEST_INVALID');
  });

  test('includes the diagnostics of the negotiation for a runner without a host', () => {
    const definition = { ...DEFINITION, framework: 'gpu-judge' };
    const workflow = resolved({ runner: UNSUPPORTED_RUNNER, framework_definition: definition });
    expect(workflow).toMatchObject({ runnable: false, capability_negotiation: { status: 'unsupported' } });
    expect(diagnosticsOf(workflow)).toEqual([
      'warning RUNNER_DEFINITION_NOT_CLOSED #/runner/image',
      'error CAPABILITY_UNSUPPORTED #/runner/runtime',
      'error CAPABILITY_UNSUPPORTED #/runner/required_capabilities',
    ]);
  });

  test.for<[image: string | undefined, warnings: number]>([
    [undefined, 1],
    ['judge:latest', 1],
    [`judge@sha256:${'a'.repeat(64)}`, 0],
  ])('has for the image %s of a runner %i warnings', ([image, warnings]) => {
    const workflow = resolved({ runner: { ...UNSUPPORTED_RUNNER, image } });
    expect(diagnosticsOf(workflow).filter((text) => text.includes('NOT_CLOSED'))).toHaveLength(warnings);
  });

  test('is not runnable with files that are not committed', () => {
    const definition = { ...DEFINITION, files: [FILE, { ...FILE, path: 'b' }] };
    const workflow = resolved({ framework_definition: definition }, { missingFiles: [1] });
    expect(workflow.runnable).toBe(false);
    expect(diagnosticsOf(workflow)).toEqual(['error RUNNER_DEFINITION_NOT_CLOSED #/framework_definition/files/1']);
  });

  test('has a warning for a case set that is not committed, which belongs to the framework', () => {
    const workflow = resolved({}, { isCaseSetMissing: true });
    expect(workflow.runnable).toBe(true);
    expect(diagnosticsOf(workflow)).toEqual([
      'warning COMPONENT_UNKNOWN #/framework_definition/config/case_set/digest',
    ]);
  });

  test('is not runnable with an invalid rule of the gate', () => {
    const workflow = resolved({ gate_policy: { ...GATE_POLICY, rules: [{ id: 'a' }] } });
    expect(workflow.runnable).toBe(false);
    expect(diagnosticsOf(workflow)).toEqual(['error GATE_RULE_INVALID #/gate_policy/rules/0']);
  });

  test('is not runnable with a target that the egress policy forbids', () => {
    const workflow = resolved({}, { isTargetDenied: true });
    expect(workflow.runnable).toBe(false);
    expect(diagnosticsOf(workflow)).toEqual(['error TARGET_NOT_ALLOWED #/environment/target_env']);
  });

  test.for<[allowed: boolean, target: string, network: object]>([
    [true, 'http://sut.test:8080', { mode: 'open' }],
    [true, 'http://sut.test:8080/base', { mode: 'allowlist', hosts: ['sut.test:8080'] }],
    [true, 'http://SUT.test.', { mode: 'allowlist', hosts: ['sut.test:80'] }],
    [true, 'https://sut.test', { mode: 'allowlist', hosts: ['.test:443'] }],
    [true, 'http://10.1.2.3:9', { mode: 'allowlist', hosts: ['10.0.0.0/8'] }],
    [true, 'http://[::1]:9', { mode: 'allowlist', hosts: ['[::1]:9'] }],
    [false, 'http://sut.test:8081', { mode: 'allowlist', hosts: ['sut.test:8080'] }],
    [false, 'https://sut.test', { mode: 'allowlist', hosts: ['sut.test:80'] }],
    [false, 'http://11.1.2.3', { mode: 'allowlist', hosts: ['10.0.0.0/8'] }],
    [false, 'http://sut.test', { mode: 'none' }],
  ])('is allowed by the network of its environment: %s, %s, %j', ([allowed, target_env, network]) => {
    const workflow = resolved({ environment: { ...ENVIRONMENT, target_env, network } });
    expect(diagnosticsOf(workflow)).toEqual(allowed ? [] : ['error TARGET_NOT_ALLOWED #/environment/target_env']);
  });
});
