import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import { digestOfJson } from '../canonical-json.ts';
import { CapabilityId, ProtocolRange } from '../manifests/manifests.ts';

/** Capabilities of a host, as negotiation sees them (evaluation 3.6). */
export const HostCapabilities = v.object({
  host_id: v.string(),
  capabilities: v.array(CapabilityId),
  protocol: ProtocolRange,
  /** `built_in`: the runners that come with the service; `any`: every other runner. */
  runner_versions: v.union([v.picklist(['built_in', 'any']), v.array(Digest)]),
  /** Where a federated worker stores its data. The service itself is where it is deployed. */
  residency: v.optional(v.nullable(v.string())),
  revoked: v.boolean(),
});
export type HostCapabilities = v.InferOutput<typeof HostCapabilities>;

/** Capabilities of all hosts that are not revoked. Hosts and capabilities are ordered by id, without duplicates. */
export const capabilitySet = (hosts: readonly HostCapabilities[]) =>
  inForce(hosts).map(({ host_id, capabilities, protocol }) => ({
    host_id,
    capabilities: [...new Set(capabilities)].sort(compareText),
    protocol: { min: protocol.min, max: protocol.max },
  }));

/**
 * sha256 of the canonical form of that list. It explains why a negotiation ends differently than before (evaluation
 * 5.9).
 */
export const capabilitySetDigest = (hosts: readonly HostCapabilities[]): Digest => digestOfJson(capabilitySet(hosts));

/** The hosts that are not revoked, ordered by id. */
export const inForce = (hosts: readonly HostCapabilities[]): HostCapabilities[] =>
  hosts.filter(({ revoked }) => !revoked).sort((a, b) => compareText(a.host_id, b.host_id));
