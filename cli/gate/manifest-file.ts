import { readFile } from 'node:fs/promises';
import { load, YAMLException } from 'js-yaml';
import { CliFailure } from '../cli-failure.ts';

/** The manifests of a gate by their names in the file, with their schemas and kinds of artifacts (evaluation 3.5). */
export const MANIFESTS = {
  definition: { schema: 'eval.framework-definition/v1', kind: 'framework_definition' },
  environment: { schema: 'eval.environment/v1', kind: 'environment' },
  policy: { schema: 'eval.gate-policy/v1', kind: 'gate_policy' },
  subject: { schema: 'eval.subject/v1', kind: 'subject' },
} as const;

export type ManifestName = keyof typeof MANIFESTS;
export type Manifests = Record<ManifestName, Record<string, unknown>>;

/** A complete file, as `replay gate init --example` prints it. */
export const EXAMPLE_FILE = `# What a gate evaluates, where, and by which rules. Commit it: replay gate init gate.yaml
definition:
  framework: replay-regression
  config:
    app_id: shop # the application whose recordings are replayed

environment:
  target_env: http://staging.internal:8080 # the build under test, as the service reaches it
  enable_mock: true # downstream calls are answered from the recordings
  network:
    mode: allowlist
    hosts: [staging.internal:8080]
  limits:
    timeout_s: 1800

subject:
  kind: service
  name: shop
  # revision: the build; give it with --revision

policy:
  name: shop-release
  rules:
    - { id: attempt-ok, field: framework_attempt.status, op: eq, value: succeeded }
    - { id: clean, field: native.state, op: in, value: [CLEAN] }
    - { id: pass-rate, metric: replay.pass_rate, aggregation: mean, op: gte, threshold: 0.99 }
    - id: no-regression # compared with the last run that passed
      metric: replay.pass_rate
      aggregation: mean
      op: gte
      threshold: -0.01
      baseline: { ref: last_passing, mode: absolute }
      on_missing: skip
`;

/** Reads the manifests of a file. The service validates them; here the file has to be YAML with the four members. */
export async function manifestsOf(file: string, revision: string | undefined): Promise<Manifests> {
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure(
      'NOT_READ',
      `${file} was not read (${fault.code ?? 'fault'})`,
      'Write one: replay gate init --example > gate.yaml',
    );
  });
  const document = parsed(file, text);
  const unknown = Object.keys(document).find((name) => !Object.hasOwn(MANIFESTS, name));
  if (unknown !== undefined)
    throw new CliFailure(
      'BAD_MANIFEST',
      `${file}: unknown member ${unknown}`,
      `Known members: ${Object.keys(MANIFESTS).join(', ')}.`,
    );
  const [definition, environment, policy] = [manifest('definition'), manifest('environment'), manifest('policy')];
  const subject = { ...manifest('subject'), ...(revision !== undefined && { revision }) };
  return { definition, environment, policy, subject };

  function manifest(name: ManifestName): Record<string, unknown> {
    const value = document[name];
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new CliFailure(
        'BAD_MANIFEST',
        `${file}: ${name} is missing or not a mapping`,
        'See replay gate init --example.',
      );
    return { schema: MANIFESTS[name].schema, ...value };
  }
}

function parsed(file: string, text: string): Record<string, unknown> {
  try {
    const document: unknown = load(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return { ...document };
  } catch (fault) {
    if (!(fault instanceof YAMLException)) throw fault;
    throw new CliFailure(
      'BAD_MANIFEST',
      `${file}: line ${(fault.mark?.line ?? 0) + 1}: ${fault.reason}`,
      'See replay gate init --example.',
    );
  }
  throw new CliFailure('BAD_MANIFEST', `${file} is not a YAML mapping`, 'See replay gate init --example.');
}
