import { describe, expect, test } from 'vitest';
import {
  type Components,
  knownComponent,
  unknownComponent,
} from '../../../../functions/evaluation/domain/workflows/component.ts';
import { COMPONENT_NAMES, type ComponentName } from '../../../../functions/evaluation/domain/workflows/pins.ts';
import { reproducibilityOf, worst } from '../../../../functions/evaluation/domain/workflows/reproducibility.ts';
import { DEFINITION, ENVIRONMENT, GATE_POLICY, PINNED_DEFINITION, RUNNER, SUBJECT } from './sample-manifests.ts';

const componentsWith = (change: Partial<Record<ComponentName, unknown>>): Components => ({
  framework_definition: knownComponent('framework_definition', change.framework_definition ?? PINNED_DEFINITION),
  runner: knownComponent('runner', change.runner ?? RUNNER),
  subject: knownComponent('subject', change.subject ?? SUBJECT),
  environment: knownComponent('environment', change.environment ?? ENVIRONMENT),
  gate_policy: knownComponent('gate_policy', change.gate_policy ?? GATE_POLICY),
});
const network = (mode: string) => ({ ...ENVIRONMENT, target_env: undefined, network: { mode } });
const { determinism: _, ...UNDECLARED } = RUNNER;
const { image_digest: __, ...UNPINNED } = SUBJECT;

describe('the reproducibility of a workflow (evaluation 3.6)', () => {
  test.for<[component: ComponentName, value: unknown, is: string, reason: string]>([
    ['framework_definition', PINNED_DEFINITION, 'hermetic', 'CASE_SET_PINNED'],
    ['framework_definition', DEFINITION, 'recorded_external', 'CASE_SET_NOT_PINNED'],
    [
      'framework_definition',
      { ...DEFINITION, config: { case_set: { digest: 'latest' } } },
      'recorded_external',
      'CASE_SET_NOT_PINNED',
    ],
    ['runner', { ...RUNNER, determinism: 'hermetic' }, 'hermetic', 'DETERMINISM_DECLARED'],
    ['runner', RUNNER, 'pinned_external', 'DETERMINISM_DECLARED'],
    ['runner', { ...RUNNER, determinism: 'recorded_external' }, 'recorded_external', 'DETERMINISM_DECLARED'],
    ['runner', { ...RUNNER, determinism: 'live' }, 'live', 'DETERMINISM_DECLARED'],
    ['runner', UNDECLARED, 'live', 'DETERMINISM_NOT_DECLARED'],
    ['subject', SUBJECT, 'pinned_external', 'IMAGE_PINNED'],
    ['subject', UNPINNED, 'recorded_external', 'IMAGE_NOT_PINNED'],
    ['environment', { ...network('none'), enable_mock: false }, 'live', 'MOCK_DISABLED'],
    ['environment', network('none'), 'hermetic', 'NETWORK_NONE'],
    ['environment', ENVIRONMENT, 'pinned_external', 'NETWORK_ALLOWLIST'],
    ['environment', network('open'), 'live', 'NETWORK_OPEN'],
    ['gate_policy', GATE_POLICY, 'hermetic', 'GATE_IS_ARITHMETIC'],
    ['gate_policy', 'no manifest', 'live', 'MANIFEST_INVALID'],
    ['subject', 'no manifest', 'live', 'MANIFEST_INVALID'],
  ])('has for %s %j the factor %s, %s', ([component, value, is, reason]) => {
    const { factors } = reproducibilityOf(componentsWith({ [component]: value }));
    expect(factors.find((factor) => factor.component === component)).toEqual({ component, class: is, reason });
  });

  test('has a factor for each component, in their order', () => {
    expect(reproducibilityOf(componentsWith({})).factors.map(({ component }) => component)).toEqual(COMPONENT_NAMES);
  });

  test('is the worst of the factors, at best pinned_external for a replay', () => {
    expect(reproducibilityOf(componentsWith({})).class).toBe('pinned_external');
    expect(reproducibilityOf(componentsWith({ framework_definition: DEFINITION })).class).toBe('recorded_external');
    expect(reproducibilityOf(componentsWith({ runner: UNDECLARED })).class).toBe('live');
  });

  test.for(COMPONENT_NAMES)('is live with an unknown %s', (name) => {
    const read = reproducibilityOf({ ...componentsWith({}), [name]: unknownComponent(name) });
    expect(read.class).toBe('live');
    expect(read.factors).toContainEqual({ component: name, class: 'live', reason: 'COMPONENT_UNKNOWN' });
  });

  test('is ordered hermetic < pinned_external < recorded_external < live', () => {
    expect(worst(['pinned_external', 'hermetic'])).toBe('pinned_external');
    expect(worst(['recorded_external', 'pinned_external'])).toBe('recorded_external');
    expect(worst(['live', 'recorded_external', 'hermetic'])).toBe('live');
    expect(worst(['hermetic'])).toBe('hermetic');
  });
});
