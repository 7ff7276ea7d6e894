import * as v from 'valibot';
import { queryAll } from '../../platform/table/query-all.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { Table } from '../../platform/world.ts';
import { applicationKey } from '../domain/application-key.ts';
import { TARGET_REQUEST_MS, TargetRequest } from '../domain/targets/target-request.ts';

const PREFIX = 'TARGET-REQUEST#';

/**
 * Stores requests for targets of applications, one per address: pk `T#<tenant>#APP#<app>`, sk
 * `TARGET-REQUEST#<digest of the address>`.
 */
export function targetRequestStore(table: Table, tenant: string) {
  const key = (appId: string, address: string) => ({
    pk: applicationKey(tenant, appId),
    sk: `${PREFIX}${sha256Hex(address)}`,
  });

  return {
    /** The open requests, the first one first. */
    async list(appId: string): Promise<TargetRequest[]> {
      const found: TargetRequest[] = [];
      for await (const item of queryAll(table, { pk: applicationKey(tenant, appId), prefix: PREFIX }))
        found.push(v.parse(TargetRequest, item));
      return found.sort((a, b) => a.at - b.at);
    },

    /** Adds a request; the first one for an address stays. */
    add: (appId: string, request: TargetRequest): Promise<boolean> =>
      table.put(
        { ...key(appId, request.address), ...request, expiresAt: request.at + TARGET_REQUEST_MS },
        { when: 'absent' },
      ),

    /** Closes the request for an address; false if there is none. */
    remove: (appId: string, address: string): Promise<boolean> =>
      table.remove(key(appId, address), { when: 'present' }),
  };
}
