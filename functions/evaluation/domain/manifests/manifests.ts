import * as v from 'valibot';
import { areEntries } from '../../../platform/outbound/egress/entries.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { TargetEnv } from '../../../replay/domain/target-env.ts';
import { REPRODUCIBILITY_CLASSES } from '../statuses.ts';
import { PlainObject } from '../string-pairs.ts';
import { DefinitionFiles } from './definition-files.ts';

const MAX_CAPABILITIES = 100;
const MAX_HOSTS = 100;
const MAX_SECRETS = 50;
const MAX_ATTRIBUTES = 200;

const Text = v.pipe(v.string(), v.regex(/\S/), v.maxLength(200));
const integer = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** A capability of a host or a requirement of a run, such as `replay.engine.v1`. */
export const CapabilityId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9._-]{0,127}$/));
const Capabilities = v.optional(v.pipe(v.array(CapabilityId), v.maxLength(MAX_CAPABILITIES)), []);

/** Range of protocol versions, inclusive. */
export const ProtocolRange = v.pipe(
  v.object({ min: integer(1, 1000), max: integer(1, 1000) }),
  v.check(({ min, max }) => min <= max),
);
export type ProtocolRange = v.InferOutput<typeof ProtocolRange>;

/** What is evaluated, and how. `config` is defined by the framework (evaluation 3.5). */
export const FrameworkDefinition = v.object({
  schema: v.literal('eval.framework-definition/v1'),
  framework: Text,
  files: v.optional(DefinitionFiles, []),
  config: PlainObject,
});
export type FrameworkDefinition = v.InferOutput<typeof FrameworkDefinition>;

/** The runner that evaluates (evaluation 3.5). */
export const RunnerManifest = v.object({
  schema: v.literal('eval.runner/v1'),
  id: Text,
  framework: Text,
  runtime: v.picklist(['builtin', 'oci', 'process']),
  image: v.optional(v.pipe(Text, v.regex(/^\S+$/))),
  protocol: ProtocolRange,
  result_schema: Text,
  required_capabilities: Capabilities,
  optional_capabilities: Capabilities,
  /** Default: `live` (evaluation 3.6). */
  determinism: v.optional(v.picklist(REPRODUCIBILITY_CLASSES)),
});
export type RunnerManifest = v.InferOutput<typeof RunnerManifest>;

/** The subject under test (evaluation 3.5). */
export const SubjectManifest = v.object({
  schema: v.literal('eval.subject/v1'),
  kind: Text,
  name: Text,
  image_digest: v.optional(Digest),
  revision: v.optional(Text),
  /** OpenTelemetry resource attributes. */
  attributes: v.optional(
    v.pipe(
      PlainObject,
      v.check((attributes) => Object.keys(attributes).length <= MAX_ATTRIBUTES),
    ),
  ),
});
export type SubjectManifest = v.InferOutput<typeof SubjectManifest>;

/** Reference to a secret's location. Any other text is rejected, because it may be the secret itself. */
const SecretReference = v.pipe(
  v.string(),
  v.maxLength(512),
  v.regex(/^((secret|vault|env):(\/\/)?|arn:aws[a-z-]*:(secretsmanager|ssm):)[\w./:@+=#-]+$/),
);

/** A reference, optionally with a name. Any other member, such as a value, is rejected. */
const Secret = v.union([SecretReference, v.strictObject({ name: Text, ref: SecretReference })]);

const Network = v.variant('mode', [
  v.object({ mode: v.literal('none'), hosts: v.optional(v.pipe(v.array(v.string()), v.maxLength(0)), []) }),
  v.object({
    mode: v.literal('allowlist'),
    /** In the format of SVC_EGRESS_ALLOW: hosts, suffixes, addresses, CIDR, each with an optional port. */
    hosts: v.pipe(
      v.array(v.string()),
      v.minLength(1),
      v.maxLength(MAX_HOSTS),
      v.check((hosts) => areEntries(hosts)),
    ),
  }),
  v.object({ mode: v.literal('open'), hosts: v.optional(v.pipe(v.array(v.string()), v.maxLength(0)), []) }),
]);

/** Limits of a run (evaluation 3.5, 4): seconds, MiB, attempts. */
const Limits = v.object({
  timeout_s: v.optional(integer(60, 86_400), 3600),
  max_result_mb: v.optional(integer(1, 500), 50),
  max_attempts: v.optional(integer(1, 3), 1),
});

/** The environment of an evaluation (evaluation 3.5). */
export const EnvironmentManifest = v.object({
  schema: v.literal('eval.environment/v1'),
  target_env: v.optional(TargetEnv),
  enable_mock: v.boolean(),
  network: Network,
  /** References only, never a secret. */
  secrets: v.optional(v.pipe(v.array(Secret), v.maxLength(MAX_SECRETS)), []),
  limits: v.optional(Limits, {}),
  required_capabilities: Capabilities,
  residency: v.optional(Text),
});
export type EnvironmentManifest = v.InferOutput<typeof EnvironmentManifest>;
