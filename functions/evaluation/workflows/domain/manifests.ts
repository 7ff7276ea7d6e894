import * as v from 'valibot';
import { Digest } from '../../../platform/digest.ts';
import { areEntries } from '../../../platform/outbound/egress/entries.ts';
import { TargetEnv } from '../../../replay/domain/trigger.ts';
import { PlainObject } from '../../domain/plain-object.ts';
import { REPRODUCIBILITY_CLASSES } from '../../domain/statuses.ts';
import { DefinitionFiles } from './definition-files.ts';

const MOST_CAPABILITIES = 100;
const MOST_HOSTS = 100;
const MOST_SECRETS = 50;
const MOST_ATTRIBUTES = 200;

const Text = v.pipe(v.string(), v.regex(/\S/), v.maxLength(200));
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** Something that a host can do or a run needs, such as `replay.engine.v1`. */
export const CapabilityId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9._-]{0,127}$/));
const Capabilities = v.optional(v.pipe(v.array(CapabilityId), v.maxLength(MOST_CAPABILITIES)), []);

/** Versions of the kernel protocol, both ends inclusive. */
export const ProtocolRange = v.pipe(
  v.object({ min: whole(1, 1000), max: whole(1, 1000) }),
  v.check(({ min, max }) => min <= max),
);
export type ProtocolRange = v.InferOutput<typeof ProtocolRange>;

/** What is evaluated, and how: `config` is the framework's own (evaluation 3.5). */
export const FrameworkDefinition = v.object({
  schema: v.literal('eval.framework-definition/v1'),
  framework: Text,
  files: v.optional(DefinitionFiles, []),
  config: PlainObject,
});
export type FrameworkDefinition = v.InferOutput<typeof FrameworkDefinition>;

/** Who evaluates (evaluation 3.5). */
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
  /** `live` where it says nothing (evaluation 3.6). */
  determinism: v.optional(v.picklist(REPRODUCIBILITY_CLASSES)),
});
export type RunnerManifest = v.InferOutput<typeof RunnerManifest>;

/** What is under test (evaluation 3.5). */
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
      v.check((attributes) => Object.keys(attributes).length <= MOST_ATTRIBUTES),
    ),
  ),
});
export type SubjectManifest = v.InferOutput<typeof SubjectManifest>;

/** Names where a secret lies; a text that is none of these may be the secret itself. */
const SecretReference = v.pipe(
  v.string(),
  v.maxLength(512),
  v.regex(/^((secret|vault|env):(\/\/)?|arn:aws[a-z-]*:(secretsmanager|ssm):)[\w./:@+=#-]+$/),
);

/** A reference, or a name for one; any other member, such as a value, is refused. */
const Secret = v.union([SecretReference, v.strictObject({ name: Text, ref: SecretReference })]);

const Network = v.variant('mode', [
  v.object({ mode: v.literal('none'), hosts: v.optional(v.pipe(v.array(v.string()), v.maxLength(0)), []) }),
  v.object({
    mode: v.literal('allowlist'),
    /** As SVC_EGRESS_ALLOW has them: hosts, suffixes, addresses, CIDR, with a port if wished. */
    hosts: v.pipe(
      v.array(v.string()),
      v.minLength(1),
      v.maxLength(MOST_HOSTS),
      v.check((hosts) => areEntries(hosts)),
    ),
  }),
  v.object({ mode: v.literal('open'), hosts: v.optional(v.pipe(v.array(v.string()), v.maxLength(0)), []) }),
]);

/** Evaluation 3.5 and 4: seconds, MiB, attempts of one run. */
const Limits = v.object({
  timeout_s: v.optional(whole(60, 86_400), 3600),
  max_result_mb: v.optional(whole(1, 500), 50),
  max_attempts: v.optional(whole(1, 3), 1),
});

/** Where it is evaluated (evaluation 3.5). */
export const EnvironmentManifest = v.object({
  schema: v.literal('eval.environment/v1'),
  target_env: v.optional(TargetEnv),
  enable_mock: v.boolean(),
  network: Network,
  /** References only, never a secret. */
  secrets: v.optional(v.pipe(v.array(Secret), v.maxLength(MOST_SECRETS)), []),
  limits: v.optional(Limits, {}),
  required_capabilities: Capabilities,
  residency: v.optional(Text),
});
export type EnvironmentManifest = v.InferOutput<typeof EnvironmentManifest>;
