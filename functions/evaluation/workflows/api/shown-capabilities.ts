import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { capabilitySet, capabilitySetDigest } from '../../domain/hosts/host-capabilities.ts';
import { KERNEL_PROTOCOL, MANAGED_HOST } from '../../domain/hosts/managed-host.ts';
import { ProtocolRange } from '../../domain/manifests/manifests.ts';
import { BUILT_IN_RUNNER } from '../../domain/replay-regression/built-in-runner.ts';

/** What hosts can run (evaluation 3.6). */
export const ShownCapabilities = named(
  'EvaluationCapabilities',
  v.object({
    protocol: v.pipe(ProtocolRange, v.description('Versions of the protocol that the service speaks with hosts.')),
    hosts: v.pipe(
      v.array(v.object({ host_id: v.string(), capabilities: v.array(v.string()), protocol: ProtocolRange })),
      v.description('In the order of their ids; `managed` is the service.'),
    ),
    capabilities: v.pipe(v.array(v.string()), v.description('All capabilities of the hosts.')),
    capability_set_digest: v.pipe(Digest, v.description('sha256 of the canonical form (RFC 8785) of `hosts`.')),
    built_in_runners: v.array(v.object({ id: v.string(), framework: v.string(), runner_version: Digest })),
  }),
);

const { id, framework } = BUILT_IN_RUNNER.manifest;

/** What the service can run itself. */
export const CAPABILITIES_EXAMPLE = {
  protocol: KERNEL_PROTOCOL,
  hosts: capabilitySet([MANAGED_HOST]),
  capabilities: MANAGED_HOST.capabilities,
  capability_set_digest: capabilitySetDigest([MANAGED_HOST]),
  built_in_runners: [{ id, framework, runner_version: BUILT_IN_RUNNER.digest }],
};
