import * as v from 'valibot';
import type { World, Write } from '../../../platform/world.ts';
import { padded } from '../../../recordings/store/case-rows.ts';
import { capabilitiesOf, Host, type HostKey, MOST_HOST_KEYS, MOST_HOSTS } from '../domain/host.ts';
import type { HostCapabilities } from '../domain/host-capabilities.ts';

export type HostsRepository = ReturnType<typeof hostsRepository>;

/** Where the tenant of a host is found before anything else is known of whoever says that he is it. */
export const hostPlace = (hostId: string) => ({ pk: `SYSTEM#HOST#${hostId}`, sk: 'TENANT' });

const Counted = v.object({ in_force: v.number() });

/** Where a host of a tenant is. */
export const hostKey = (tenant: string, hostId: string) => ({ pk: `T#${tenant}#HOST#${hostId}`, sk: 'META' });

export const hostOf = (item: unknown): Host => v.parse(Host, item);

/**
 * Federated workers (evaluation 3.11, 4): pk `T#<tenant>#HOST#<host_id>`, sk `META`; i1 `T#<tenant>#HOSTS` by the time of registration, i2
 * `T#<tenant>#HOSTS#ACTIVE` by id until revoked; pk `SYSTEM#HOST#<host_id>`, sk `TENANT` leads to the tenant. pk `T#<tenant>#HOSTS`, sk
 * `COUNT` {in_force} holds the limit.
 */
export function hostsRepository({ table, now }: Pick<World, 'table' | 'now'>, tenant: string) {
  const list = `T#${tenant}#HOSTS`;
  const active = `T#${tenant}#HOSTS#ACTIVE`;
  const countKey = { pk: list, sk: 'COUNT' };

  const rowOf = (host: Host) => ({
    ...hostKey(tenant, host.host_id),
    ...host,
    ...{ i1pk: list, i1sk: `${padded(host.created_at)}#${host.host_id}` },
    ...(host.revoked_at === null && { i2pk: active, i2sk: host.host_id }),
  });

  async function find(hostId: string): Promise<Host | undefined> {
    const item = await table.get(hostKey(tenant, hostId));
    return item && hostOf(item);
  }

  /** How many are in force once there are so many more, and the write that says so unless others are counted meanwhile. */
  async function counted(more: 1 | -1): Promise<{ inForce: number; write: Write }> {
    const item = await table.get(countKey);
    const before =
      item === undefined
        ? (await table.query({ index: 'i2', pk: active, limit: MOST_HOSTS })).items.length
        : v.parse(Counted, item).in_force;
    const inForce = before + more;
    const when = item === undefined ? ('absent' as const) : { in_force: { equals: before } };
    return { inForce, write: { put: { ...countKey, in_force: inForce }, when } };
  }

  /**
   * Changes a host as it is now, again where another change came first; `null` of `change` leaves it as it is, undefined means that there
   * is no such thing.
   */
  async function changed(
    hostId: string,
    change: (host: Host) => Host | null | undefined,
  ): Promise<Host | null | undefined> {
    for (;;) {
      const host = await find(hostId);
      const next = host && change(host);
      if (host === undefined || next === undefined || next === null) return next;
      const put = rowOf({ ...next, version: host.version + 1 });
      const isRevoked = host.revoked_at === null && next.revoked_at !== null;
      const written = await table.transact([
        { put, when: { version: { equals: host.version } } },
        ...(isRevoked ? [(await counted(-1)).write] : []),
      ]);
      if (written) return hostOf(put);
    }
  }

  return {
    find,

    /** False where as many are in force as there may be. */
    async add(host: Host): Promise<boolean> {
      for (;;) {
        const { inForce, write } = await counted(1);
        if (inForce > MOST_HOSTS) return false;
        const written = await table.transact([
          { put: rowOf(host), when: 'absent' },
          { put: { ...hostPlace(host.host_id), tenant }, when: 'absent' },
          write,
        ]);
        if (written) return true;
        if (await find(host.host_id)) throw new Error('the id of a new host is taken');
      }
    },

    /** The newest first. */
    async page({ limit, after }: { limit: number; after: string | null }) {
      const query = { index: 'i1', pk: list, descending: true, limit } as const;
      const { items, next } = await table.query({ ...query, ...(after !== null && { after }) });
      return { items: items.map(hostOf), next };
    },

    /** What the hosts in force can do, as negotiation sees it. */
    async capabilities(): Promise<HostCapabilities[]> {
      const { items } = await table.query({ index: 'i2', pk: active, limit: MOST_HOSTS });
      return items.map((item) => capabilitiesOf(hostOf(item)));
    },

    /** Adds a key beside the one that there is, or finds it there; null where there are two others, or the host is revoked. */
    addKey: (hostId: string, key: HostKey) =>
      changed(hostId, (host) => {
        const others = host.keys.filter(({ keyid }) => keyid !== key.keyid);
        if (host.revoked_at !== null || others.length >= MOST_HOST_KEYS) return null;
        return others.length < host.keys.length ? host : { ...host, keys: [...host.keys, key] };
      }),

    /** Ends a key, and the tokens that were given for it, at once; null for the last one, undefined where there is no such key. */
    removeKey: (hostId: string, keyid: string) =>
      changed(hostId, (host) => {
        const left = host.keys.filter((key) => key.keyid !== keyid);
        if (left.length === host.keys.length) return undefined;
        return left.length === 0 ? null : { ...host, keys: left };
      }),

    /** Ends a host at once; null where that was done before. */
    revoke: (hostId: string) =>
      changed(hostId, (host) => (host.revoked_at === null ? { ...host, revoked_at: now() } : null)),
  };
}
