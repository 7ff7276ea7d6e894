import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../platform/http/api.ts';
import { HOST_SCOPE } from '../../platform/values/scope.ts';

import { sha256Bytes } from '../../platform/values/sha256.ts';
import type { SessionServices } from '../composition.ts';
import { SCOPES_OF } from '../domain/roles.ts';
import type { AdminDigest } from '../store/admin-key-digest.ts';

export interface CredentialReaderOptions extends Pick<SessionServices, 'apiKeys' | 'sessions' | 'users'> {
  adminDigest: AdminDigest;
  /** Tokens of federated workers, which a capability above provides. */
  hostTokens: { holderOf(token: string): Promise<{ tenant: string; host_id: string; jkt: string } | null> };
}

/**
 * Identifies the caller from `access-token` or `Authorization: Bearer`, or else from `x-api-key` (of the AREX agent:
 * `arex-api-token`); `x-tenant-id` has to be the credential's tenant (spec 5, interface 4.8). A host token is accepted
 * only as a bearer token (evaluation 3.2). Keys are compared in constant time.
 */
export function credentialReader({ adminDigest, apiKeys, sessions, users, hostTokens }: CredentialReaderOptions) {
  async function holderOfToken(token: string): Promise<Caller | null> {
    const holder = await sessions.holderOf(token);
    return holder && { tenant: holder.tenant, name: holder.name, scopes: SCOPES_OF[holder.role] };
  }

  async function hostOfToken(token: string): Promise<Caller | null> {
    const holder = await hostTokens.holderOf(token);
    if (holder === null) return null;
    const { tenant, host_id, jkt } = holder;
    return { tenant, name: host_id, scopes: [HOST_SCOPE], host: { host_id, jkt } };
  }

  async function holderOfKey(key: string): Promise<Caller | null> {
    const admin = await adminDigest();
    if (admin !== null && timingSafeEqual(sha256Bytes(key), admin))
      return { tenant: 'default', name: 'admin-key', scopes: ['admin'] };
    const holder = await apiKeys.holderOf(key);
    if (holder?.owner === undefined) return holder;
    const { tenant, name, owner } = holder;
    const role = await users.roleOfOwner(owner, tenant);
    return role === undefined ? null : { tenant, name, scopes: SCOPES_OF[role] };
  }

  return async function callerOf(headers: Headers): Promise<Caller | null> {
    const accessToken = headers.get('access-token');
    const bearer = BEARER.exec(headers.get('authorization') ?? '')?.[1]?.trim();
    // Two different credentials count as none (evaluation 3.2).
    if (accessToken !== null && bearer !== undefined && bearer !== accessToken) return null;
    const token = accessToken ?? bearer;
    const key = headers.get('x-api-key') ?? headers.get('arex-api-token');
    const person = token ? await holderOfToken(token) : null;
    const caller =
      person ??
      (await (bearer && accessToken === null ? hostOfToken(bearer) : key && !token ? holderOfKey(key) : null));
    if (caller === null) return null;
    if (token && key && (await holderOfKey(key))?.tenant !== caller.tenant) return null;
    const tenant = headers.get('x-tenant-id');
    return tenant === null || tenant === caller.tenant ? caller : { ...caller, scopes: [], isElsewhere: true };
  };
}

/** RFC 6750; other schemes belong to a proxy in front of the service (SVC_BASIC_AUTH). */
const BEARER = /^Bearer\b(.*)$/i;
