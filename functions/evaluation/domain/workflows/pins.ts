import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { digestOfJson } from '../canonical-json.ts';

const ByDigest = v.object({ digest: Digest });
const ByVersion = v.object({ version: Digest });

/** The five manifests of a workflow version, as in the body of `resolve` (evaluation 3.6, 5.5). */
export const Pins = v.object({
  framework_definition: ByDigest,
  runner: ByVersion,
  subject: ByVersion,
  environment: ByVersion,
  gate_policy: ByVersion,
});
export type Pins = v.InferOutput<typeof Pins>;

/** The pinned components, in order (evaluation 3.6). */
export const COMPONENT_NAMES = ['framework_definition', 'runner', 'subject', 'environment', 'gate_policy'] as const;
export type ComponentName = (typeof COMPONENT_NAMES)[number];

/** The content that the digest of a workflow version covers (evaluation 3.4). */
export const WorkflowVersion = v.object({ schema: v.literal('eval.workflow-version/v1'), ...Pins.entries });
export type WorkflowVersion = v.InferOutput<typeof WorkflowVersion>;

/** The workflow version of these pins. Other members are dropped, and so never hashed. */
export const workflowVersionOf = (pins: Pins): WorkflowVersion => ({
  schema: 'eval.workflow-version/v1',
  framework_definition: { digest: pins.framework_definition.digest },
  runner: { version: pins.runner.version },
  subject: { version: pins.subject.version },
  environment: { version: pins.environment.version },
  gate_policy: { version: pins.gate_policy.version },
});

/** Identifies a workflow version. A client can calculate it offline (evaluation 3.4). */
export const workflowVersionDigest = (pins: Pins): Digest => digestOfJson(workflowVersionOf(pins));

/** Digest of all pins except the subject, which stays equal between two builds (evaluation 3.4). */
export function lineageDigest(pins: Pins): Digest {
  const { subject: _, ...lasting } = workflowVersionOf(pins);
  return digestOfJson({ ...lasting, schema: 'eval.lineage/v1' });
}

/** The digest of each manifest. */
export const pinnedDigests = (pins: Pins): Record<ComponentName, Digest> => ({
  framework_definition: pins.framework_definition.digest,
  runner: pins.runner.version,
  subject: pins.subject.version,
  environment: pins.environment.version,
  gate_policy: pins.gate_policy.version,
});
