import * as v from 'valibot';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';

const Tenant = v.object({
  tenantId: v.string(),
  name: v.nullable(v.string()),
  /** Epoch ms. */
  createdAt: v.number(),
});
export type Tenant = v.InferOutput<typeof Tenant>;

export type Tenants = ReturnType<typeof tenantStore>;

/** Stores tenants other than `default`, which always exists (evaluation 5.3): pk `SYSTEM#TENANTS`, sk the tenantId. */
export function tenantStore({ table, now }: Pick<World, 'table' | 'now'>) {
  const pk = partitionOf('tenants');

  return {
    /** Null if the id is taken. */
    async create({ tenantId, name }: Pick<Tenant, 'tenantId' | 'name'>): Promise<Tenant | null> {
      const tenant: Tenant = { tenantId, name, createdAt: now() };
      return (await table.put({ pk, sk: tenantId, ...tenant }, { when: 'absent' })) ? tenant : null;
    },

    /** The display names of tenants that have one. */
    async names(tenantIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await table.batchGet(tenantIds.map((sk) => ({ pk, sk })));
      return new Map(rows.flatMap((row) => (row ? [v.parse(Tenant, row)] : [])).flatMap(named));
    },

    /** A page of tenants, ordered by id. */
    async page({ limit, after }: { limit: number; after: string | null }) {
      const { items, next } = await table.query({ pk, limit, ...(after !== null && { after }) });
      return { items: items.map((item) => v.parse(Tenant, item)), next };
    },
  };
}

const named = ({ tenantId, name }: Tenant): [string, string][] => (name === null ? [] : [[tenantId, name]]);
