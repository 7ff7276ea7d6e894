import { applicationKey } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import type { Table } from '../../platform/world.ts';
import type { RecordedEndpoint } from '../domain/recorded-endpoint.ts';
import { METHOD_ROWS, ofMethodKey } from './operation-register.ts';

/** Reads the endpoints of applications. */
export function recordedEndpoints(table: Table, tenant: string) {
  async function operationsOf(appId: string): Promise<string[]> {
    const rows = queryAll(table, { pk: applicationKey(tenant, appId), prefix: 'OP#' });
    return Array.fromAsync(rows, ({ sk }) => sk.slice('OP#'.length));
  }

  return {
    operationsOf,

    async endpointsOf(appId: string): Promise<RecordedEndpoint[]> {
      const methods = new Map<string, string[]>((await operationsOf(appId)).map((operation) => [operation, []]));
      for await (const { sk } of queryAll(table, { pk: applicationKey(tenant, appId), prefix: METHOD_ROWS })) {
        const { method, operation } = ofMethodKey(sk);
        methods.get(operation)?.push(method);
      }
      return [...methods].map(([operation, list]) => ({ operation, methods: list }));
    },
  };
}
