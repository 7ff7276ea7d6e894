import { describe, expect, test } from 'vitest';
import { BUILT_IN_RUNNER } from '../../../../functions/evaluation/domain/replay-regression/built-in-runner.ts';
import { parseManifest } from '../../../../functions/evaluation/domain/workflows/parse-manifest.ts';
import { DEFINITION, ENVIRONMENT, FILE, GATE_POLICY, RUNNER, SUBJECT } from '../workflows/sample-manifests.ts';

const found = (name: Parameters<typeof parseManifest>[0], value: unknown) => {
  const parsed = parseManifest(name, value);
  return 'diagnostics' in parsed ? parsed.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`) : [];
};
const file = (change: object) => ({ ...DEFINITION, files: [{ ...FILE, ...change }] });
const files = (...paths: string[]) => ({ ...DEFINITION, files: paths.map((path) => ({ ...FILE, path })) });
const limits = (change: object) => ({ ...ENVIRONMENT, limits: { ...ENVIRONMENT.limits, ...change } });
const network = (mode: string, hosts?: unknown) => ({ ...ENVIRONMENT, network: { mode, hosts } });
const rules = (...list: unknown[]) => ({ ...GATE_POLICY, rules: list });

describe('a manifest (evaluation 3.5)', () => {
  test.for<[Parameters<typeof parseManifest>[0], unknown]>([
    ['framework_definition', DEFINITION],
    ['runner', RUNNER],
    ['subject', SUBJECT],
    ['environment', ENVIRONMENT],
    ['gate_policy', GATE_POLICY],
  ])('is valid in the sample %s', ([name, value]) => {
    expect(parseManifest(name, value)).toMatchObject({ manifest: value });
  });

  test('has defaults for optional members', () => {
    const bare = { schema: 'eval.environment/v1', enable_mock: true, network: { mode: 'none' } };
    expect(parseManifest('environment', bare)).toEqual({
      manifest: {
        ...bare,
        network: { mode: 'none', hosts: [] },
        secrets: [],
        required_capabilities: [],
        limits: { timeout_s: 3600, max_result_mb: 50, max_attempts: 1 },
      },
    });
  });

  test('may have unknown members', () => {
    expect(found('subject', { ...SUBJECT, owner: 'team-a' })).toEqual([]);
  });

  test.for<[why: string, name: Parameters<typeof parseManifest>[0], value: unknown, ...found: string[]]>([
    ['not an object', 'subject', 'x', 'MANIFEST_INVALID #/subject'],
    ['no schema', 'subject', { kind: 'k', name: 'n' }, 'MANIFEST_INVALID #/subject/schema'],
    ['the schema of another manifest', 'runner', SUBJECT, 'MANIFEST_INVALID #/runner/schema'],
    ['a blank name', 'subject', { ...SUBJECT, name: ' ' }, 'MANIFEST_INVALID #/subject/name'],
    ['a tag for a digest', 'subject', { ...SUBJECT, image_digest: 'v1' }, 'MANIFEST_INVALID #/subject/image_digest'],
    [
      'a range upside down',
      'runner',
      { ...RUNNER, protocol: { min: 2, max: 1 } },
      'MANIFEST_INVALID #/runner/protocol',
    ],
    ['protocol 0', 'runner', { ...RUNNER, protocol: { min: 0, max: 1 } }, 'MANIFEST_INVALID #/runner/protocol/min'],
    [
      'half a version',
      'runner',
      { ...RUNNER, protocol: { min: 1, max: 1.5 } },
      'MANIFEST_INVALID #/runner/protocol/max',
    ],
    ['an unknown runtime', 'runner', { ...RUNNER, runtime: 'vm' }, 'MANIFEST_INVALID #/runner/runtime'],
    ['an unknown class', 'runner', { ...RUNNER, determinism: 'yes' }, 'MANIFEST_INVALID #/runner/determinism'],
    [
      'a capability with blanks',
      'runner',
      { ...RUNNER, required_capabilities: ['a', 'b c'] },
      'MANIFEST_INVALID #/runner/required_capabilities/1',
    ],
    [
      'two faults at once',
      'environment',
      { ...ENVIRONMENT, enable_mock: 'yes', target_env: 'ftp://x' },
      'MANIFEST_INVALID #/environment/target_env',
      'MANIFEST_INVALID #/environment/enable_mock',
    ],
    [
      'a secret itself',
      'environment',
      { ...ENVIRONMENT, secrets: ['hunter2'] },
      'MANIFEST_INVALID #/environment/secrets/0',
    ],
    [
      'a secret with its value',
      'environment',
      { ...ENVIRONMENT, secrets: [{ name: 'KEY', ref: 'secret://key', value: 'hunter2' }] },
      'MANIFEST_INVALID #/environment/secrets/0',
    ],
    ['an empty allowlist', 'environment', network('allowlist', []), 'MANIFEST_INVALID #/environment/network/hosts'],
    ['an allowlist without hosts', 'environment', network('allowlist'), 'MANIFEST_INVALID #/environment/network/hosts'],
    [
      'a url for a host',
      'environment',
      network('allowlist', ['http://x']),
      'MANIFEST_INVALID #/environment/network/hosts',
    ],
    ['hosts without a network', 'environment', network('none', ['x']), 'MANIFEST_INVALID #/environment/network/hosts'],
    ['an unknown mode', 'environment', network('some', []), 'MANIFEST_INVALID #/environment/network/mode'],
    ['less than a minute', 'environment', limits({ timeout_s: 59 }), 'MANIFEST_INVALID #/environment/limits/timeout_s'],
    [
      'more than a day',
      'environment',
      limits({ timeout_s: 86_401 }),
      'MANIFEST_INVALID #/environment/limits/timeout_s',
    ],
    ['501 MiB', 'environment', limits({ max_result_mb: 501 }), 'MANIFEST_INVALID #/environment/limits/max_result_mb'],
    ['four attempts', 'environment', limits({ max_attempts: 4 }), 'MANIFEST_INVALID #/environment/limits/max_attempts'],
    ['no attempt', 'environment', limits({ max_attempts: 0 }), 'MANIFEST_INVALID #/environment/limits/max_attempts'],
    [
      'no list of files',
      'framework_definition',
      { ...DEFINITION, files: {} },
      'RUNNER_DEFINITION_NOT_CLOSED #/framework_definition/files',
    ],
    [
      'no config',
      'framework_definition',
      { ...DEFINITION, config: null },
      'MANIFEST_INVALID #/framework_definition/config',
    ],
    [
      'a config that is a list',
      'framework_definition',
      { ...DEFINITION, config: ['a'] },
      'MANIFEST_INVALID #/framework_definition/config',
    ],
    [
      'a file without a digest',
      'framework_definition',
      file({ digest: undefined }),
      'RUNNER_DEFINITION_NOT_CLOSED #/framework_definition/files/0/digest',
    ],
    [
      'a rule without an operator',
      'gate_policy',
      rules({ id: 'a', field: 'native.state', value: 'x' }),
      'GATE_RULE_INVALID #/gate_policy/rules/0',
    ],
    [
      'an unknown way to combine',
      'gate_policy',
      { ...GATE_POLICY, combine: 'most' },
      'MANIFEST_INVALID #/gate_policy/combine',
    ],
  ])('has the right faults: %s', ([, name, value, ...expected]) => {
    expect(found(name, value)).toEqual(expected);
  });

  test.for([
    limits({ timeout_s: 60 }),
    limits({ timeout_s: 86_400, max_result_mb: 500, max_attempts: 3 }),
    network('open'),
    network('allowlist', ['10.0.0.0/8', '.internal', 'a.test:8443', '[::1]:80']),
    {
      ...ENVIRONMENT,
      secrets: ['secret://db', 'arn:aws:secretsmanager:eu-west-1:1:secret:a-b', { name: 'A', ref: 'env:A' }],
    },
  ])('is valid on the inner side of each limit: %#', (value) => {
    expect(found('environment', value)).toEqual([]);
  });

  test.for([
    ...[
      '/etc/passwd',
      '../x',
      'a/../../x',
      'a/./b',
      'a//b',
      'a/',
      '..',
      '.',
      '',
      'a\\b',
      'C:/x',
      'a\0b',
      'x'.repeat(513),
    ],
  ])('is not closed with a file at %j', (path) => {
    expect(found('framework_definition', files(path))).toEqual([
      'RUNNER_DEFINITION_NOT_CLOSED #/framework_definition/files/0/path',
    ]);
  });

  test.for([
    { two: 'files at one place', paths: ['a.txt', 'a.txt'] },
    { two: 'files of which one is the folder of the other', paths: ['a/b', 'a'] },
  ])('is not closed with two $two', ({ paths }) => {
    expect(found('framework_definition', files(...paths))).toEqual([
      'RUNNER_DEFINITION_NOT_CLOSED #/framework_definition/files',
    ]);
  });

  test('is closed with dots in names', () => {
    expect(found('framework_definition', files('a/..b', '.hidden', 'a...', 'ab', 'a-/b'))).toEqual([]);
  });

  test('has no value in its faults', () => {
    const parsed = parseManifest('environment', {
      ...ENVIRONMENT,
      target_env: 'http://u:hunter2@x',
      secrets: ['hunter2'],
    });
    expect(JSON.stringify(parsed)).not.toContain('hunter2');
  });

  test('has at most 20 faults in the report', () => {
    const secrets = Array.from({ length: 40 }, () => 'x');
    expect(found('environment', { ...ENVIRONMENT, secrets })).toHaveLength(20);
  });
});

describe('the built-in runner (evaluation 5.6)', () => {
  test('has the artifact of the contract', () => {
    expect(BUILT_IN_RUNNER.digest).toBe('sha256:da647cd04704fa45bb4e52543f35ac2d142445e5db9aa1bd26399a0f81c48363');
    expect(JSON.parse(BUILT_IN_RUNNER.bytes.toString())).toEqual(RUNNER);
  });

  test('has a valid manifest', () => {
    expect(parseManifest('runner', BUILT_IN_RUNNER.manifest)).toEqual({ manifest: RUNNER });
  });
});
