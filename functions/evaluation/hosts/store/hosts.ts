import * as v from 'valibot';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { World, Write } from '../../../platform/world.ts';
import { capabilitiesOf, Host, type HostKey, MAX_HOST_KEYS, MAX_HOSTS } from '../../domain/hosts/host.ts';
import type { HostCapabilities } from '../../domain/hosts/host-capabilities.ts';

export type HostStore = ReturnType<typeof hostStore>;

/** Key of the row that leads from an unverified host id to its tenant. */
export const hostPlace = (hostId: string) => ({ pk: `SYSTEM#HOST#${hostId}`, sk: 'TENANT' });

const RETRY = { subject: 'the hosts' };

const Counted = v.object({ in_force: v.number() });

/** Key of a host of a tenant. */
export const hostKey = (tenant: string, hostId: string) => ({ pk: `T#${tenant}#HOST#${hostId}`, sk: 'META' });

export const hostOf = (item: unknown): Host => v.parse(Host, item);

/**
 * Federated workers (evaluation 3.11, 4): pk `T#<tenant>#HOST#<host_id>`, sk `META`; i1 `T#<tenant>#HOSTS` by the time
 * of registration, i2 `T#<tenant>#HOSTS#ACTIVE` by id until revoked. pk `SYSTEM#HOST#<host_id>`, sk `TENANT` leads to
 * the tenant. pk `T#<tenant>#HOSTS`, sk `COUNT` {in_force} enforces the limit.
 */
export function hostStore({ table, now }: Pick<World, 'table' | 'now'>, tenant: string) {
  const list = `T#${tenant}#HOSTS`;
  const active = `T#${tenant}#HOSTS#ACTIVE`;
  const countKey = { pk: list, sk: 'COUNT' };

  const rowOf = (host: Host) => ({
    ...hostKey(tenant, host.host_id),
    ...host,
    i1pk: list,
    i1sk: `${paddedTime(host.created_at)}#${host.host_id}`,
    ...(host.revoked_at === null && { i2pk: active, i2sk: host.host_id }),
  });

  async function find(hostId: string): Promise<Host | undefined> {
    const item = await table.get(hostKey(tenant, hostId));
    return item && hostOf(item);
  }

  /**
   * The number of active hosts after adding `more`, and the write that stores it, on condition that the count has not
   * changed.
   */
  async function counted(more: 1 | -1): Promise<{ inForce: number; write: Write }> {
    const item = await table.get(countKey);
    const before =
      item === undefined
        ? (await table.query({ index: 'i2', pk: active, limit: MAX_HOSTS })).items.length
        : v.parse(Counted, item).in_force;
    const inForce = before + more;
    const when = item === undefined ? ('absent' as const) : { in_force: { equals: before } };
    return { inForce, write: { put: { ...countKey, in_force: inForce }, when } };
  }

  /**
   * Changes a host as it is stored now, and retries on a concurrent change. If `change` returns null, the host stays as
   * it is; undefined means that there is no such host or key.
   */
  function changed(hostId: string, change: (host: Host) => Host | null | undefined): Promise<Host | null | undefined> {
    return retryOnConflict(async () => {
      const host = await find(hostId);
      const next = host && change(host);
      if (host === undefined || next === undefined || next === null) return next;
      const put = rowOf({ ...next, version: host.version + 1 });
      const isRevoked = host.revoked_at === null && next.revoked_at !== null;
      const written = await table.transact([
        { put, when: { version: { equals: host.version } } },
        ...(isRevoked ? [(await counted(-1)).write] : []),
      ]);
      return written ? hostOf(put) : CONFLICT;
    }, RETRY);
  }

  return {
    find,

    /** False where as many are in force as there may be. */
    add: (host: Host): Promise<boolean> =>
      retryOnConflict(async () => {
        const { inForce, write } = await counted(1);
        if (inForce > MAX_HOSTS) return false;
        const written = await table.transact([
          { put: rowOf(host), when: 'absent' },
          { put: { ...hostPlace(host.host_id), tenant }, when: 'absent' },
          write,
        ]);
        if (written) return true;
        if (await find(host.host_id)) throw new Error('the id of a new host is taken');
        return CONFLICT;
      }, RETRY),

    /** Newest first. */
    async page({ limit, after }: { limit: number; after: string | null }) {
      const query = { index: 'i1', pk: list, descending: true, limit } as const;
      const { items, next } = await table.query({ ...query, ...(after !== null && { after }) });
      return { items: items.map(hostOf), next };
    },

    /** Capabilities of the active hosts, as negotiation sees them. */
    async capabilities(): Promise<HostCapabilities[]> {
      const { items } = await table.query({ index: 'i2', pk: active, limit: MAX_HOSTS });
      return items.map((item) => capabilitiesOf(hostOf(item)));
    },

    /**
     * Adds a second key; adding an existing key again changes nothing. Null if there are two other keys, or if the host
     * is revoked.
     */
    addKey: (hostId: string, key: HostKey) =>
      changed(hostId, (host) => {
        const others = host.keys.filter(({ keyid }) => keyid !== key.keyid);
        if (host.revoked_at !== null || others.length >= MAX_HOST_KEYS) return null;
        return others.length < host.keys.length ? host : { ...host, keys: [...host.keys, key] };
      }),

    /**
     * Removes a key and invalidates its tokens immediately. Null for the last key, undefined if there is no such key.
     */
    removeKey: (hostId: string, keyid: string) =>
      changed(hostId, (host) => {
        const left = host.keys.filter((key) => key.keyid !== keyid);
        if (left.length === host.keys.length) return undefined;
        return left.length === 0 ? null : { ...host, keys: left };
      }),

    /** Revokes a host immediately. Null if it was revoked before. */
    revoke: (hostId: string) =>
      changed(hostId, (host) => (host.revoked_at === null ? { ...host, revoked_at: now() } : null)),
  };
}
