import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Host,
  type HostKey,
  keyidOf,
  MAX_HOSTS,
  type PublicKey,
} from '../../../../functions/evaluation/domain/hosts/host.ts';
import { hostStore, hostTenantKey } from '../../../../functions/evaluation/hosts/store/hosts.ts';
import { publicationStore } from '../../../../functions/evaluation/hosts/store/publications.ts';
import type { Table } from '../../../../functions/platform/world.ts';
import { newTenant } from '../../ledger/store/ledger-stage.ts';

const NOW = Date.UTC(2026, 10, 22);
const DIGEST = `sha256:${'a'.repeat(64)}`;
let hosts = 0;

async function newKey(): Promise<HostKey> {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const jwk: PublicKey = { kty: 'OKP', crv: 'Ed25519', x };
  return { keyid: await keyidOf(jwk), jwk, created_at: NOW };
}

/** An unregistered federated worker. Each is created a second after the previous one. */
export async function newHost(change: Partial<Host> = {}): Promise<Host> {
  hosts++;
  return {
    host_id: `host_01JD${String(hosts).padStart(22, '0')}`,
    name: `lab ${hosts}`,
    capabilities: ['runtime.process'],
    protocol: { min: 1, max: 1 },
    runner_versions: [DIGEST],
    residency: null,
    keys: [await newKey()],
    created_by: 'ann',
    created_at: NOW + hosts * 1000,
    revoked_at: null,
    version: 1,
    ...change,
  };
}

/** Contract of stored federated workers (evaluation 3.11), for either table. */
export function hostsContract(open: () => Promise<Table>): void {
  let table: Table;
  beforeAll(async () => {
    table = await open();
  });

  /** Two processes of one tenant. */
  function stage() {
    const tenant = newTenant();
    const process = () => hostStore({ table, now: () => NOW }, tenant);
    return { tenant, one: process(), other: process() };
  }
  async function added({ one }: ReturnType<typeof stage>, change: Partial<Host> = {}): Promise<Host> {
    const host = await newHost(change);
    expect(await one.add(host)).toBe(true);
    return host;
  }

  describe('hosts (evaluation 3.11)', () => {
    test('are found after they were added, with their tenant, in the list with the newest first, and in negotiations', async () => {
      const own = stage();
      const [first, second, third] = [await added(own), await added(own), await added(own)];
      expect(await own.other.find(second.host_id)).toMatchObject(second);
      expect(await table.get(hostTenantKey(second.host_id))).toMatchObject({ tenant: own.tenant });
      const page = await own.other.page({ limit: 2, after: null });
      expect(page.items.map(({ host_id }) => host_id)).toEqual([third.host_id, second.host_id]);
      const rest = await own.other.page({ limit: 2, after: page.next });
      expect([rest.items.map(({ host_id }) => host_id), rest.next]).toEqual([[first.host_id], null]);
      expect((await own.other.capabilities()).map(({ host_id }) => host_id)).toEqual(
        [first, second, third].map(({ host_id }) => host_id),
      );
    });

    test('are not found by another tenant', async () => {
      const { host_id } = await added(stage());
      const { one } = stage();
      expect(await one.find(host_id)).toBeUndefined();
      expect((await one.page({ limit: 10, after: null })).items).toEqual([]);
    });

    test('are limited in number over two processes until one is revoked', async () => {
      const own = stage();
      const known = await added(own);
      await table.put({ pk: `T#${own.tenant}#HOSTS`, sk: 'COUNT', in_force: MAX_HOSTS - 2 });
      const late = await Promise.all(Array.from({ length: 6 }, () => newHost()));
      const answers = await Promise.all(late.map((host, at) => (at % 2 ? own.one : own.other).add(host)));
      expect(answers.filter(Boolean)).toHaveLength(2);
      expect((await own.one.page({ limit: 10, after: null })).items).toHaveLength(3);
      await own.one.revoke(known.host_id);
      expect(await own.other.add(await newHost())).toBe(true);
      expect(await own.other.add(await newHost())).toBe(false);
    });

    test('are counted also if they were added before the count existed', async () => {
      const own = stage();
      await added(own);
      await added(own);
      const count = { pk: `T#${own.tenant}#HOSTS`, sk: 'COUNT' };
      await table.remove(count);
      await added(own);
      expect(await table.get(count)).toMatchObject({ in_force: 3 });
    });

    test('are revoked once by two concurrent requests, and stay in the list without being active', async () => {
      const own = stage();
      const { host_id } = await added(own);
      const answers = await Promise.all([own.one.revoke(host_id), own.other.revoke(host_id)]);
      expect(answers.filter((host) => host?.revoked_at === NOW)).toHaveLength(1);
      expect(answers).toContain(null);
      expect(await own.one.capabilities()).toEqual([]);
      expect((await own.one.page({ limit: 10, after: null })).items).toMatchObject([{ host_id, revoked_at: NOW }]);
      expect(await table.get({ pk: `T#${own.tenant}#HOSTS`, sk: 'COUNT' })).toMatchObject({ in_force: 0 });
      expect(await own.one.revoke('host_01JD9999999999999999999999')).toBeUndefined();
    });
  });

  describe('keys of a host (evaluation 3.11)', () => {
    test('are added by one of two concurrent requests, as two keys fit, and stay the same when added again', async () => {
      const own = stage();
      const { host_id, keys } = await added(own);
      const [a, b] = [await newKey(), await newKey()];
      const answers = await Promise.all([own.one.addKey(host_id, a), own.other.addKey(host_id, b)]);
      const [host] = answers.filter((answer) => answer !== null);
      expect(answers).toContain(null);
      expect(host?.keys).toEqual([keys[0], answers[0] === null ? b : a]);
      expect((await own.one.addKey(host_id, answers[0] === null ? b : a))?.keys).toEqual(host?.keys);
    });

    test('are removed by one of two concurrent requests, as the last key stays', async () => {
      const own = stage();
      const [a, b] = [await newKey(), await newKey()];
      const { host_id } = await added(own, { keys: [a, b] });
      const answers = await Promise.all([own.one.removeKey(host_id, a.keyid), own.other.removeKey(host_id, b.keyid)]);
      expect(answers.filter((answer) => answer === null)).toHaveLength(1);
      expect((await own.one.find(host_id))?.keys).toHaveLength(1);
      expect(await own.one.removeKey(host_id, 'unknown')).toBeUndefined();
    });
  });

  test('an answer to a batch is kept once, and found by the host that published it', async () => {
    const { tenant } = stage();
    const publications = publicationStore({ table, now: Date.now }, tenant);
    const answer = {
      batch_id: 'b',
      batch_digest: DIGEST,
      attempt_id: 'fatt_01JD0000000000000000000000_001',
      attempt_status: 'succeeded' as const,
      next_host_sequence: 3,
      event_ids: ['e'],
    };
    const [host, other] = [await newHost(), await newHost()];
    const kept = () => table.transact([publications.writeOf(host.host_id, answer)]);
    expect((await Promise.all([kept(), kept()])).filter(Boolean)).toHaveLength(1);
    expect(await publications.find(host.host_id, DIGEST)).toEqual(answer);
    expect(await publications.find(other.host_id, DIGEST)).toBeUndefined();
  });
}
