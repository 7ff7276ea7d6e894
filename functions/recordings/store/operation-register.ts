import { applicationKey, appPart } from '../../applications/domain/application-key.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { Item, Table } from '../../platform/world.ts';

const BATCH = 1000;

/** The part of a case's head that names its endpoint. */
export interface EndpointOfCase {
  appId: string;
  operation: string;
  method: string;
}

/**
 * Registers the endpoints and applications of cases, each endpoint also by its method; those already registered by this
 * instance cost nothing.
 */
export function operationRegister(table: Table, tenant: string) {
  const known = new Set<string>();

  async function register(cases: readonly EndpointOfCase[]): Promise<void> {
    const rows = new Map<string, Item>();
    const added = new Set<string>();
    for (const { appId, operation, method } of cases) {
      const pk = applicationKey(tenant, appId);
      const name = nameOf(pk, operation, method);
      if (known.has(name)) continue;
      added.add(name);
      for (const sk of [`OP#${operation}`, methodKey(operation, method)]) rows.set(`${pk} ${sk}`, { pk, sk });
      rows.set(pk, { pk: partitionOf('applicationNames', tenant), sk: appPart(appId) });
    }
    const items = [...rows.values()];
    for (let at = 0; at < items.length; at += BATCH) await table.batchPut(items.slice(at, at + BATCH));
    for (const name of added) known.add(name);
  }

  return {
    register,

    /** Whether this instance has registered the endpoint of a case. */
    isRegistered: ({ appId, operation, method }: EndpointOfCase): boolean =>
      known.has(nameOf(applicationKey(tenant, appId), operation, method)),

    /** Takes an application off the list; its endpoints are registered again by the next case. */
    async forget(appId: string): Promise<void> {
      const own = applicationKey(tenant, appId);
      await table.remove({ pk: partitionOf('applicationNames', tenant), sk: appPart(appId) });
      for (const name of known) if (name.startsWith(`${own} `)) known.delete(name);
    },

    /** Takes an endpoint without cases off the list. */
    async removeOperation(appId: string, operation: string, methods: readonly string[]): Promise<void> {
      const pk = applicationKey(tenant, appId);
      const keys = [`OP#${operation}`, ...methods.map((method) => methodKey(operation, method))];
      await Promise.all(keys.map((sk) => table.remove({ pk, sk })));
      for (const method of methods) known.delete(nameOf(pk, operation, method));
    },
  };
}

const nameOf = (pk: string, operation: string, method: string) => `${pk} ${method} ${operation}`;

/** Prefix of the rows that say which methods an endpoint was recorded with: `METHOD#<method> <operation>`. */
export const METHOD_ROWS = 'METHOD#';

const methodKey = (operation: string, method: string) => `${METHOD_ROWS}${method} ${operation}`;

/** The method and endpoint that the key of such a row names; methods have no blank. */
export function ofMethodKey(sk: string): { method: string; operation: string } {
  const blank = sk.indexOf(' ');
  return { method: sk.slice(METHOD_ROWS.length, blank), operation: sk.slice(blank + 1) };
}
