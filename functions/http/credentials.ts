import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiKeysRepository } from '../repositories/api-keys.ts';
import type { Caller } from './api.ts';

/** Reads who asks from `x-api-key` and `x-tenant-id` (interface 4.8); compares in constant time. */
export function credentialReader({ adminKey, apiKeys }: { adminKey: string | null; apiKeys: ApiKeysRepository }) {
  const adminHash = adminKey === null ? null : sha256(adminKey);

  return async function callerOf(headers: Headers): Promise<Caller | null> {
    const key = headers.get('x-api-key');
    if (!key) return null;
    const caller =
      adminHash !== null && timingSafeEqual(sha256(key), adminHash)
        ? ({ tenant: 'default', name: 'admin-key', scopes: ['admin'] } satisfies Caller)
        : await apiKeys.holderOf(key);
    const tenant = headers.get('x-tenant-id');
    return caller && (tenant === null || tenant === caller.tenant) ? caller : null;
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
