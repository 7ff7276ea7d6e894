import { applicationKey } from '../../applications/store/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { World } from '../../platform/world.ts';

/** How often an instance writes that a target is still asked for. */
const RENEW_MS = 3_600_000;
/** Maximum targets that an instance remembers. */
const MAX_KNOWN = 10_000;

/**
 * Stores to which targets of an application calls were ever asked for, so that a call that is no longer made is missed: pk
 * `T#<tenant>#APP#<app>`, sk `ASKED#<digest of the target>`. A row expires when the target has not been asked for as long
 * as recordings are kept.
 */
export function askedTargets({ table, now }: Pick<World, 'table' | 'now'>, tenant: string, retentionMs: number) {
  const known = new Map<string, number>();

  return {
    async note(appId: string, target: string): Promise<void> {
      const key = { pk: applicationKey(tenant, appId), sk: `ASKED#${sha256Hex(target).slice(0, 32)}` };
      const name = `${key.pk} ${key.sk}`;
      const noted = known.get(name);
      if (noted !== undefined && now() < noted + RENEW_MS) return;
      known.set(name, now());
      const [oldest] = known.size > MAX_KNOWN ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
      try {
        await table.put({ ...key, target, expiresAt: now() + retentionMs });
      } catch (fault) {
        known.delete(name);
        throw fault;
      }
    },

    of: (appId: string): Promise<string[]> =>
      Array.fromAsync(queryAll(table, { pk: applicationKey(tenant, appId), prefix: 'ASKED#' }), ({ target }) =>
        String(target),
      ),
  };
}
