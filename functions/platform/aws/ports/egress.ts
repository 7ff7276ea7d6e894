import { egressOf } from '../../outbound/egress/denial.ts';
import { type EgressPolicy, egressPolicy } from '../../outbound/egress/policy.ts';
import type { AwsConfig } from '../../settings/config.ts';
import type { Egress } from '../../world.ts';
import type { AwsPort } from '../world.ts';

/** The Egress port: the policy of SVC_EGRESS_…, which denies the service itself as well. */
export const egress: AwsPort<Egress> = (config) => egressOf(policyOf(config));

/** The policy of a deployment. */
export const policyOf = (config: Pick<AwsConfig, 'egress' | 'publicUrl'>): EgressPolicy =>
  egressPolicy({ ...config.egress, deny: [...config.egress.deny, ownAddress(config)] });

/**
 * Where people and builds find the service, as an entry of the egress lists: it never replays to itself
 * (docs/egress.md).
 */
function ownAddress({ publicUrl }: Pick<AwsConfig, 'publicUrl'>): string {
  const { hostname, port, protocol } = new URL(publicUrl);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
