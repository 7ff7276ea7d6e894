import * as v from 'valibot';
import type { SigningKeys } from '../../../login/store/signing-keys.ts';
import type { World } from '../../../platform/world.ts';
import type { Host, HostKey } from '../../domain/hosts/host.ts';
import { ASSERTION_TOLERANCE_SECONDS, issuerOf, verifyAssertion } from '../../domain/hosts/host-assertion.ts';
import { verifyHostToken, writeHostToken } from '../../domain/hosts/host-token.ts';
import { hostKey, hostOf, hostTenantKey } from './hosts.ts';

/**
 * Path of the token endpoint, below the address of the service. Assertions name it as their audience (evaluation 3.11).
 */
export const HOST_TOKEN_PATH = '/api/v1/eval/hosts/token';

const HostTenant = v.object({ tenant: v.string() });

/** Placeholder key for unknown hosts, so that rejecting them takes as long as a wrong signature. */
const UNKNOWN_HOST_KEY: HostKey = {
  keyid: '',
  jwk: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
  created_at: 0,
};

/**
 * Tokens of federated workers (evaluation 3.11). Not bound to a tenant, because the tenant is only known afterwards. pk
 * `T#<tenant>#HOST#<host_id>`, sk `JTI#<jti>` prevents an assertion from being used twice.
 */
export function hostTokens({
  table,
  now,
  newId,
  signingKeys,
  config,
}: Pick<World, 'table' | 'now' | 'newId'> & { signingKeys: SigningKeys; config: { publicUrl: string } }) {
  async function inForce(tenant: string, hostId: string): Promise<Host | null> {
    const item = await table.get(hostKey(tenant, hostId));
    const host = item && hostOf(item);
    return host && host.revoked_at === null ? host : null;
  }

  async function tenantOf(hostId: string): Promise<string | null> {
    const item = await table.get(hostTenantKey(hostId));
    return item ? v.parse(HostTenant, item).tenant : null;
  }

  return {
    /** Issues a token for a valid assertion, once. Returns null for every other assertion, whatever its fault. */
    async issue(assertion: string): Promise<string | null> {
      const host_id = issuerOf(assertion);
      if (host_id === null) return null;
      const tenant = await tenantOf(host_id);
      const host = tenant === null ? null : await inForce(tenant, host_id);
      const at = now();
      const claims = await verifyAssertion(assertion, {
        host_id,
        keys: host?.keys ?? [UNKNOWN_HOST_KEY],
        now: at,
        audience: `${config.publicUrl}${HOST_TOKEN_PATH}`,
      });
      if (claims === null || tenant === null || host === null) return null;
      const used = {
        pk: hostKey(tenant, host_id).pk,
        sk: `JTI#${claims.jti}`,
        expiresAt: (claims.exp + 2 * ASSERTION_TOLERANCE_SECONDS) * 1000,
      };
      if (!(await table.put(used, { when: 'absent' }))) return null;
      return writeHostToken(
        { host_id, tenant, jkt: claims.keyid },
        { ...(await signingKeys.signing()), now: at, jti: newId() },
      );
    },

    /**
     * The holder of a token. Null unless the token, its host and the key that it was issued for are all still valid.
     */
    async holderOf(token: string): Promise<{ tenant: string; host_id: string; jkt: string } | null> {
      const claims = await verifyHostToken(token, { keyOf: await signingKeys.verifying(), now: now() });
      const host = claims && (await inForce(claims.tenant, claims.host_id));
      return host?.keys.some(({ keyid }) => keyid === claims?.jkt) ? claims : null;
    },
  };
}
