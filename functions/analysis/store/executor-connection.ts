import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { Table } from '../../platform/world.ts';

/** How long an external executor counts as connected after a claim (interface 2.5). */
const CONNECTED_MS = 60_000;

export type ExecutorConnection = ReturnType<typeof executorConnection>;

/** pk `T#<tenant>#ANALYSISEXECUTORS`, sk `CONNECTED`, which exists while an external executor counts as connected. */
export function executorConnection(table: Table, tenant: string) {
  const key = { pk: partitionOf('analysisExecutors', tenant), sk: 'CONNECTED' };

  return {
    /** Whether an external executor claimed within the last 60 s. */
    isConnected: async (): Promise<boolean> => (await table.get(key)) !== undefined,

    /** An executor counts as connected from now on. */
    async connect(now: number): Promise<void> {
      await table.put({ ...key, expiresAt: now + CONNECTED_MS });
    },
  };
}
