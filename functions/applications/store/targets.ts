import * as v from 'valibot';
import { queryAll } from '../../platform/table/query-all.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { Table, Write } from '../../platform/world.ts';
import { applicationKey } from '../domain/application-key.ts';
import { Target } from '../domain/targets/target.ts';

/** A target of one run; it expires with the run. */
type RunTarget = Target & { for: string; expiresAt: number };

/**
 * Stores the targets of applications: pk `T#<tenant>#APP#<app>`, sk `TARGET#<digest of the address>`, and for one run
 * `TARGET-RUN#<planId>`.
 */
export function targetStore(table: Table, tenant: string) {
  const key = (appId: string, address: string) => ({
    pk: applicationKey(tenant, appId),
    sk: `TARGET#${sha256Hex(address)}`,
  });
  const runKey = (appId: string, planId: string) => ({
    pk: applicationKey(tenant, appId),
    sk: `TARGET-RUN#${planId}`,
  });

  async function withPrefix(appId: string, prefix: string): Promise<Target[]> {
    const found: Target[] = [];
    for await (const item of queryAll(table, { pk: applicationKey(tenant, appId), prefix }))
      found.push(v.parse(Target, item));
    return found.sort((a, b) => a.at - b.at);
  }

  return {
    /** The targets that are allowed until they are removed, the first one first. */
    list: (appId: string): Promise<Target[]> => withPrefix(appId, 'TARGET#'),

    /** The targets that are allowed for one run each. */
    listOfRuns: (appId: string): Promise<Target[]> => withPrefix(appId, 'TARGET-RUN#'),

    /** The target that is allowed for one run. */
    async ofRun(appId: string, planId: string): Promise<Target | undefined> {
      const item = await table.get(runKey(appId, planId));
      return item && v.parse(Target, item);
    },

    /** Allows an address; false if it was allowed before. */
    add: (appId: string, target: Target): Promise<boolean> =>
      table.put({ ...key(appId, target.address), ...target }, { when: 'absent' }),

    /** The write that allows an address for one run, together with the plan. */
    writeForRun: (appId: string, target: RunTarget): Write => ({
      put: { ...runKey(appId, target.for), ...target },
    }),

    /** Removes an address, or that of one run; false if it was not allowed. */
    remove: (appId: string, address: string, planId: string | null): Promise<boolean> =>
      planId === null
        ? table.remove(key(appId, address), { when: 'present' })
        : table.remove(runKey(appId, planId), { when: { address: { equals: address } } }),
  };
}
