import * as v from 'valibot';
import { bound } from '../../../platform/table/bound.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { World, Write } from '../../../platform/world.ts';
import { capabilitiesOf, Host, type HostKey, MAX_HOST_KEYS, MAX_HOSTS } from '../../domain/hosts/host.ts';
import type { HostCapabilities } from '../../domain/hosts/host-capabilities.ts';

/** Key of the row that leads from an unverified host id to its tenant. */
export const hostTenantKey = (hostId: string) => ({ pk: partitionOf('hostTenants', hostId), sk: 'TENANT' });

const RETRY = { subject: 'the hosts' };

const Counted = v.object({ in_force: v.number() });

/** Key of a host of a tenant. */
export const hostKey = (tenant: string, hostId: string) => ({ pk: partitionOf('hosts', tenant, hostId), sk: 'META' });

export const hostOf = (item: unknown): Host => v.parse(Host, item);

/** A tenant's hosts: where they are stored, and the clock. */
interface Hosts extends Pick<World, 'table' | 'now'> {
  tenant: string;
}

/**
 * Federated workers (evaluation 3.11, 4): pk `T#<tenant>#HOST#<host_id>`, sk `META`; i1 `T#<tenant>#HOSTS` by the time
 * of registration, i2 `T#<tenant>#HOSTS#ACTIVE` by id until revoked. pk `SYSTEM#HOST#<host_id>`, sk `TENANT` leads to
 * the tenant. pk `T#<tenant>#HOSTS`, sk `COUNT` {in_force} enforces the limit.
 */
export const hostStore = ({ table, now }: Pick<World, 'table' | 'now'>, tenant: string) =>
  bound({ table, now, tenant }, { find, add, page, capabilities, addKey, removeKey, revoke });

const listOf = (tenant: string) => partitionOf('hostLists', tenant);
const activeOf = (tenant: string) => partitionOf('activeHostLists', tenant);

const rowOf = (tenant: string, host: Host) => ({
  ...hostKey(tenant, host.host_id),
  ...host,
  i1pk: listOf(tenant),
  i1sk: `${paddedTime(host.created_at)}#${host.host_id}`,
  ...(host.revoked_at === null && { i2pk: activeOf(tenant), i2sk: host.host_id }),
});

async function find({ table, tenant }: Hosts, hostId: string): Promise<Host | undefined> {
  const item = await table.get(hostKey(tenant, hostId));
  return item && hostOf(item);
}

/**
 * The number of active hosts after adding `more`, and the write that stores it, on condition that the count has not
 * changed.
 */
async function counted({ table, tenant }: Hosts, more: 1 | -1): Promise<{ inForce: number; write: Write }> {
  const key = { pk: listOf(tenant), sk: 'COUNT' };
  const item = await table.get(key);
  const before =
    item === undefined
      ? (await table.query({ index: 'i2', pk: activeOf(tenant), limit: MAX_HOSTS })).items.length
      : v.parse(Counted, item).in_force;
  const inForce = before + more;
  const when = item === undefined ? ('absent' as const) : { in_force: { equals: before } };
  return { inForce, write: { put: { ...key, in_force: inForce }, when } };
}

/**
 * Changes a host as it is stored now, and retries on a concurrent change. If `change` returns null, the host stays as
 * it is; undefined means that there is no such host or key.
 */
function changed(
  hosts: Hosts,
  hostId: string,
  change: (host: Host) => Host | null | undefined,
): Promise<Host | null | undefined> {
  return retryOnConflict(async () => {
    const host = await find(hosts, hostId);
    const next = host && change(host);
    if (host === undefined || next === undefined || next === null) return next;
    const put = rowOf(hosts.tenant, { ...next, version: host.version + 1 });
    const isRevoked = host.revoked_at === null && next.revoked_at !== null;
    const written = await hosts.table.transact([
      { put, when: { version: { equals: host.version } } },
      ...(isRevoked ? [(await counted(hosts, -1)).write] : []),
    ]);
    return written ? hostOf(put) : CONFLICT;
  }, RETRY);
}

/** False where as many are active as there may be. */
function add(hosts: Hosts, host: Host): Promise<boolean> {
  const { table, tenant } = hosts;
  return retryOnConflict(async () => {
    const { inForce, write } = await counted(hosts, 1);
    if (inForce > MAX_HOSTS) return false;
    const written = await table.transact([
      { put: rowOf(tenant, host), when: 'absent' },
      { put: { ...hostTenantKey(host.host_id), tenant }, when: 'absent' },
      write,
    ]);
    if (written) return true;
    if (await find(hosts, host.host_id)) throw new Error('the id of a new host is taken');
    return CONFLICT;
  }, RETRY);
}

/** Newest first. */
async function page({ table, tenant }: Hosts, { limit, after }: { limit: number; after: string | null }) {
  const query = { index: 'i1', pk: listOf(tenant), descending: true, limit } as const;
  const { items, next } = await table.query({ ...query, ...(after !== null && { after }) });
  return { items: items.map(hostOf), next };
}

/** Capabilities of the active hosts, as negotiation sees them. */
async function capabilities({ table, tenant }: Hosts): Promise<HostCapabilities[]> {
  const { items } = await table.query({ index: 'i2', pk: activeOf(tenant), limit: MAX_HOSTS });
  return items.map((item) => capabilitiesOf(hostOf(item)));
}

/**
 * Adds a second key; adding an existing key again changes nothing. Null if there are two other keys, or if the host is
 * revoked.
 */
function addKey(hosts: Hosts, hostId: string, key: HostKey) {
  return changed(hosts, hostId, (host) => {
    const others = host.keys.filter(({ keyid }) => keyid !== key.keyid);
    if (host.revoked_at !== null || others.length >= MAX_HOST_KEYS) return null;
    return others.length < host.keys.length ? host : { ...host, keys: [...host.keys, key] };
  });
}

/** Removes a key and invalidates its tokens immediately. Null for the last key, undefined if there is no such key. */
function removeKey(hosts: Hosts, hostId: string, keyid: string) {
  return changed(hosts, hostId, (host) => {
    const left = host.keys.filter((key) => key.keyid !== keyid);
    if (left.length === host.keys.length) return undefined;
    return left.length === 0 ? null : { ...host, keys: left };
  });
}

/** Revokes a host immediately. Null if it was revoked before. */
function revoke(hosts: Hosts, hostId: string) {
  return changed(hosts, hostId, (host) => (host.revoked_at === null ? { ...host, revoked_at: hosts.now() } : null));
}
