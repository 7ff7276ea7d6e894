import { applicationKey } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { Key, World } from '../../platform/world.ts';

/** How often an instance writes that a target is still asked for. */
const RENEW_MS = 3_600_000;
/** Rows of targets that were asked for, and of those that were named by a replay id. */
type Kind = 'ASKED' | 'NAMED';

/** Maximum targets that an instance remembers. */
const MAX_KNOWN = 10_000;

export type AskedTargets = ReturnType<typeof askedTargets>;

/**
 * Stores to which targets of an application calls were ever asked for, so that a call that is no longer made is missed,
 * and which of them by the id of the replay, so that a trace id need not be believed: pk `T#<tenant>#APP#<app>`, sk
 * `ASKED#<digest of the target>` and `NAMED#<digest of the target>`. A row expires when the target has not been asked
 * for as long as recordings are kept.
 */
export function askedTargets({ table, now }: Pick<World, 'table' | 'now'>, tenant: string, retentionMs: number) {
  const known = new Map<string, number>();

  // Known targets need no digest: this runs for each call.
  const nameOf = (kind: Kind, appId: string, target: string) => `${kind} ${appId} ${target}`;
  const isKnown = (name: string) => now() < (known.get(name) ?? Number.NEGATIVE_INFINITY) + RENEW_MS;
  const keyOf = (kind: Kind, appId: string, target: string): Key => ({
    pk: applicationKey(tenant, appId),
    sk: `${kind}#${sha256Hex(target).slice(0, 32)}`,
  });

  async function keep(kind: Kind, appId: string, target: string, members: { target?: string }): Promise<void> {
    const name = nameOf(kind, appId, target);
    if (isKnown(name)) return;
    known.set(name, now());
    const [oldest] = known.size > MAX_KNOWN ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    try {
      await table.put({ ...keyOf(kind, appId, target), ...members, expiresAt: now() + retentionMs });
    } catch (fault) {
      known.delete(name);
      throw fault;
    }
  }

  return {
    /** Notes a target that a call was asked for to. */
    note: (appId: string, target: string): Promise<void> => keep('ASKED', appId, target, { target }),

    /** Notes that a call to a target named its replay by the id. */
    noteNamed: (appId: string, target: string): Promise<void> => keep('NAMED', appId, target, {}),

    /** Whether a call to a target has ever named its replay by the id. */
    async isNamed(appId: string, target: string): Promise<boolean> {
      if (isKnown(nameOf('NAMED', appId, target))) return true;
      return (await table.get(keyOf('NAMED', appId, target))) !== undefined;
    },

    of: (appId: string): Promise<string[]> =>
      Array.fromAsync(queryAll(table, { pk: applicationKey(tenant, appId), prefix: 'ASKED#' }), ({ target }) =>
        String(target),
      ),
  };
}
