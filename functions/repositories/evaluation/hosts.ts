import * as v from 'valibot';
import { capabilitiesOf, Host, type HostKey, MOST_HOST_KEYS, MOST_HOSTS } from '../../domain/evaluation/host.ts';
import type { HostCapabilities } from '../../domain/evaluation/host-capabilities.ts';
import type { World, Write } from '../../world.ts';
import { padded } from '../case-rows.ts';

export type HostsRepository = ReturnType<typeof hostsRepository>;

/** Where the tenant of a host is found before anything else is known of whoever says that he is it. */
export const hostPlace = (hostId: string) => ({ pk: `SYSTEM#HOST#${hostId}`, sk: 'TENANT' });

/** Where a host of a tenant is. */
export const hostKey = (tenant: string, hostId: string) => ({ pk: `T#${tenant}#HOST#${hostId}`, sk: 'META' });

export const hostOf = (item: unknown): Host => v.parse(Host, item);

/**
 * Federated workers (evaluation 3.11, 4): pk `T#<tenant>#HOST#<host_id>`, sk `META`; i1 `T#<tenant>#HOSTS` by the time of registration, i2
 * `T#<tenant>#HOSTS#ACTIVE` by id until revoked; pk `SYSTEM#HOST#<host_id>`, sk `TENANT` leads to the tenant.
 */
export function hostsRepository({ table, now }: Pick<World, 'table' | 'now'>, tenant: string) {
  const list = `T#${tenant}#HOSTS`;
  const active = `T#${tenant}#HOSTS#ACTIVE`;

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

  /** Changes a host as it is now, again where another change came first; `null` of `change` leaves it as it is. */
  async function changed(hostId: string, change: (host: Host) => Host | null): Promise<Host | null | undefined> {
    for (;;) {
      const host = await find(hostId);
      if (host === undefined) return undefined;
      const next = change(host);
      if (next === null) return null;
      const put = rowOf({ ...next, version: host.version + 1 });
      if (await table.put(put, { when: { version: { equals: host.version } } })) return hostOf(put);
    }
  }

  return {
    find,

    /** False where as many are in force as there may be. */
    async add(host: Host): Promise<boolean> {
      const { items } = await table.query({ index: 'i2', pk: active, limit: MOST_HOSTS });
      if (items.length >= MOST_HOSTS) return false;
      const writes: Write[] = [
        { put: rowOf(host), when: 'absent' },
        { put: { ...hostPlace(host.host_id), tenant }, when: 'absent' },
      ];
      if (!(await table.transact(writes))) throw new Error('the id of a new host is taken');
      return true;
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

    /** Ends a key, and the tokens that were given for it, at once; null for the last one. */
    removeKey: (hostId: string, keyid: string) =>
      changed(hostId, (host) => {
        const left = host.keys.filter((key) => key.keyid !== keyid);
        return left.length === 0 ? null : { ...host, keys: left };
      }),

    /** Ends a host at once; a repeat changes nothing. */
    revoke: (hostId: string) => changed(hostId, (host) => ({ ...host, revoked_at: host.revoked_at ?? now() })),
  };
}
