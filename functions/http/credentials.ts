import { createHash, timingSafeEqual } from 'node:crypto';
import { SCOPES_OF } from '../domain/login/roles.ts';
import type { LoginRepositories } from '../repositories/login-repositories.ts';
import type { Caller } from './api.ts';

/**
 * Reads who asks from `access-token`, or else from `x-api-key`; `x-tenant-id` has to be the credential's tenant (spec 5, interface 4.8).
 * Keys are compared in constant time.
 */
export function credentialReader({
  adminKey,
  apiKeys,
  sessions,
}: { adminKey: string | null } & Pick<LoginRepositories, 'apiKeys' | 'sessions'>) {
  const adminHash = adminKey === null ? null : sha256(adminKey);

  async function holderOfToken(token: string): Promise<Caller | null> {
    const holder = await sessions.holderOf(token);
    return holder && { tenant: holder.tenant, name: holder.name, scopes: SCOPES_OF[holder.role] };
  }

  async function holderOfKey(key: string): Promise<Caller | null> {
    return adminHash !== null && timingSafeEqual(sha256(key), adminHash)
      ? { tenant: 'default', name: 'admin-key', scopes: ['admin'] }
      : apiKeys.holderOf(key);
  }

  return async function callerOf(headers: Headers): Promise<Caller | null> {
    const token = headers.get('access-token');
    const key = headers.get('x-api-key');
    const tenant = headers.get('x-tenant-id');
    const caller = token ? await holderOfToken(token) : key ? await holderOfKey(key) : null;
    return caller && (tenant === null || tenant === caller.tenant) ? caller : null;
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
