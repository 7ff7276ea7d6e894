import { describe, expect, test } from 'vitest';
import { chosenManifests } from '../../../../functions/evaluation/domain/choices/chosen-manifests.ts';
import { offeredPolicy } from '../../../../functions/evaluation/domain/choices/offered-policy.ts';
import type { VersionChoices } from '../../../../functions/evaluation/domain/choices/version-choices.ts';
import { parseDefinitionConfig } from '../../../../functions/evaluation/domain/replay-regression/definition-config.ts';
import { parseManifest } from '../../../../functions/evaluation/domain/workflows/parse-manifest.ts';
import { isTargetInNetwork } from '../../../../functions/evaluation/domain/workflows/target-network.ts';

const CHOICES: VersionChoices = {
  appId: 'shop',
  build: { name: 'build-4711', known: { title: 'Split parcels', commit: '9f3c1ab7d5e4' } },
  targetEnv: 'https://staging.shop.example:8443',
  policy: offeredPolicy({ ruleSet: 'release', passRate: 0.99, maxWorse: 0.01 }),
  hours: 48,
  enableMock: true,
  timeoutMinutes: 30,
};

/** The manifests of choices, parsed as a run does. */
function parsedOf(change: Partial<VersionChoices> = {}) {
  const manifests = chosenManifests({ ...CHOICES, ...change });
  const parsed = {
    definition: parseManifest('framework_definition', manifests.framework_definition),
    subject: parseManifest('subject', manifests.subject),
    environment: parseManifest('environment', manifests.environment),
    policy: parseManifest('gate_policy', manifests.gate_policy),
  };
  const { definition, subject, environment } = parsed;
  if (!('manifest' in definition && 'manifest' in subject && 'manifest' in environment))
    throw new Error(JSON.stringify(parsed));
  return { definition: definition.manifest, subject: subject.manifest, environment: environment.manifest };
}

describe('the manifests of choices (evaluation 3.5)', () => {
  test('describe a replay of the recordings of the last hours', () => {
    const { definition, environment, subject } = parsedOf();
    const config = parseDefinitionConfig(definition, environment, subject);
    expect(config).toMatchObject({
      ok: true,
      value: { trigger: { appId: 'shop', caseSource: 'rolling', caseSourceHours: 48, enableMock: true } },
    });
    expect(environment.limits.timeout_s).toBe(1800);
  });

  test('name the build as the earlier run of it did', () => {
    const { subject } = parsedOf();
    expect(subject).toMatchObject({ name: 'build-4711', revision: '9f3c1ab7d5e4' });
    expect(subject.attributes).toEqual({
      'service.name': 'shop',
      'service.version': 'build-4711',
      'vcs.change.title': 'Split parcels',
      'vcs.ref.head.revision': '9f3c1ab7d5e4',
    });
    expect(parsedOf({ build: { name: 'new', known: null } }).subject.revision).toBeUndefined();
  });

  test.for(['https://staging.shop.example:8443', 'http://127.0.0.1:8080', 'http://[::1]:8080/base'])(
    'let a run reach only its target %s',
    (targetEnv) => {
      const { environment } = parsedOf({ targetEnv });
      expect(environment.network.mode).toBe('allowlist');
      expect(isTargetInNetwork(environment)).toBe(true);
      expect(isTargetInNetwork({ ...environment, target_env: 'https://other.example' })).toBe(false);
    },
  );
});
