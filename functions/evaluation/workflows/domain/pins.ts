import * as v from 'valibot';
import { Digest } from '../../../platform/digest.ts';
import { digestOfJson } from '../../domain/canonical-json.ts';

const ByDigest = v.object({ digest: Digest });
const ByVersion = v.object({ version: Digest });

/** The five manifests that a workflow version fixes, as `resolve` takes them (evaluation 3.6, 5.5). */
export const Pins = v.object({
  framework_definition: ByDigest,
  runner: ByVersion,
  subject: ByVersion,
  environment: ByVersion,
  gate_policy: ByVersion,
});
export type Pins = v.InferOutput<typeof Pins>;

/** What is pinned, in its order (evaluation 3.6). */
export const COMPONENT_NAMES = ['framework_definition', 'runner', 'subject', 'environment', 'gate_policy'] as const;
export type ComponentName = (typeof COMPONENT_NAMES)[number];

/** What the digest of a workflow version is taken over, and nothing else (evaluation 3.4). */
export const WorkflowVersion = v.object({ schema: v.literal('eval.workflow-version/v1'), ...Pins.entries });
export type WorkflowVersion = v.InferOutput<typeof WorkflowVersion>;

/** The workflow version of these pins; what else they carry is left out, and so never hashed. */
export const workflowVersionOf = (pins: Pins): WorkflowVersion => ({
  schema: 'eval.workflow-version/v1',
  framework_definition: { digest: pins.framework_definition.digest },
  runner: { version: pins.runner.version },
  subject: { version: pins.subject.version },
  environment: { version: pins.environment.version },
  gate_policy: { version: pins.gate_policy.version },
});

/** By which a workflow version is known; a client can compute it offline (evaluation 3.4). */
export const workflowVersionDigest = (pins: Pins): Digest => digestOfJson(workflowVersionOf(pins));

/** What stays equal between two builds: the digest of everything but the subject (evaluation 3.4). */
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
