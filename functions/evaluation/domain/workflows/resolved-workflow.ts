import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import type { HostCapabilities } from '../hosts/host-capabilities.ts';
import { REPRODUCIBILITY_CLASSES } from '../statuses.ts';
import { type Components, isComplete } from './component.ts';
import { Diagnostic, isError } from './diagnostics.ts';
import { CapabilityNegotiation, negotiate } from './negotiation.ts';
import {
  type ComponentName,
  lineageDigest,
  type Pins,
  pinnedDigests,
  WorkflowVersion,
  workflowVersionDigest,
  workflowVersionOf,
} from './pins.ts';
import { Reproducibility, reproducibilityOf } from './reproducibility.ts';
import { diagnosticsOf, type LookedUp } from './workflow-diagnostics.ts';

const ResolvedComponent = v.object({
  digest: Digest,
  /** Whether there is a committed artifact with this digest. */
  known: v.boolean(),
  /** The name in the manifest. Absent if it has none, is unknown or invalid. */
  id: v.optional(v.string()),
});

/** A workflow version with the facts currently known about it (evaluation 3.6). `created_at` is epoch ms. */
export const ResolvedWorkflow = v.object({
  workflow_version_digest: Digest,
  workflow_version: WorkflowVersion,
  lineage_digest: Digest,
  resolution: v.picklist(['complete', 'incomplete']),
  components: v.object({
    framework_definition: ResolvedComponent,
    runner: ResolvedComponent,
    subject: ResolvedComponent,
    environment: ResolvedComponent,
    gate_policy: ResolvedComponent,
  }),
  reproducibility_class: v.picklist(REPRODUCIBILITY_CLASSES),
  reproducibility: Reproducibility,
  capability_negotiation: CapabilityNegotiation,
  /**
   * Complete, supported and without errors. A run of any other version fails with the reason, or is refused if it is
   * unsupported.
   */
  runnable: v.boolean(),
  /** All diagnostics, including those of the negotiation. */
  diagnostics: v.array(Diagnostic),
  created_at: v.number(),
});
export type ResolvedWorkflow = v.InferOutput<typeof ResolvedWorkflow>;

/** Facts of a workflow version besides its pins. */
export interface WorkflowFacts {
  components: Components;
  lookedUp: LookedUp;
  hosts: readonly HostCapabilities[];
}

/** The document of a workflow version: a pure function of its pins, the time it was first resolved and the facts. */
export function resolvedWorkflow(pins: Pins, created_at: number, facts: WorkflowFacts): ResolvedWorkflow {
  const { components, lookedUp, hosts } = facts;
  const { runner, environment } = components;
  const reproducibility = reproducibilityOf(components);
  const negotiation = negotiate(
    { runner: runner.manifest, runner_version: pins.runner.version, environment: environment.manifest },
    hosts,
  );
  const diagnostics = [...diagnosticsOf(components, lookedUp), ...negotiation.diagnostics];
  const resolution = isComplete(components) ? 'complete' : 'incomplete';
  return {
    workflow_version_digest: workflowVersionDigest(pins),
    workflow_version: workflowVersionOf(pins),
    lineage_digest: lineageDigest(pins),
    resolution,
    components: shownComponents(pins, components),
    reproducibility_class: reproducibility.class,
    reproducibility,
    capability_negotiation: negotiation,
    runnable: resolution === 'complete' && negotiation.status === 'supported' && !diagnostics.some(isError),
    diagnostics,
    created_at,
  };
}

function shownComponents(pins: Pins, components: Components): ResolvedWorkflow['components'] {
  const digests = pinnedDigests(pins);
  const { framework_definition: definition, runner, subject, gate_policy: gate } = components;
  const shown = (name: ComponentName, id: string | undefined) => ({
    digest: digests[name],
    known: components[name].known,
    ...(id !== undefined && { id }),
  });
  return {
    framework_definition: shown('framework_definition', definition.manifest?.framework),
    runner: shown('runner', runner.manifest?.id),
    subject: shown('subject', subject.manifest?.name),
    environment: shown('environment', undefined),
    gate_policy: shown('gate_policy', gate.manifest?.name),
  };
}
