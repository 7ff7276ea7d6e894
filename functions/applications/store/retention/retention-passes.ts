import { dueApplications } from '../../../platform/table/due-applications.ts';
import type { Table } from '../../../platform/world.ts';
import type { RetentionState } from '../../domain/retention/retention-state.ts';
import { DUE_RETENTION, dueAt, retentionKey, retentionStateOf } from './retention-rows.ts';

export type RetentionPasses = ReturnType<typeof retentionPasses>;

/**
 * Passes that delete what applications no longer keep. A change of the settings replaces the row, which ends every
 * claim.
 */
export function retentionPasses(table: Table, tenant: string) {
  return {
    /** Undefined of an application that keeps everything as long as the service does. */
    async find(appId: string): Promise<RetentionState | undefined> {
      const row = await table.get(retentionKey(tenant, appId));
      return row && retentionStateOf(row);
    },

    /** Takes the work over until a time (epoch ms); false if another worker or a change of the settings came first. */
    claim: (appId: string, before: RetentionState, { claim, until }: { claim: string; until: number }) =>
      table.update(
        retentionKey(tenant, appId),
        { claim, ...dueAt(tenant, appId, until) },
        { when: { claim: { equals: before.claim }, dueAt: { equals: before.dueAt } } },
      ),

    /** Writes how far it is; false if the claim was lost. */
    move: (
      appId: string,
      claim: string,
      { dueAt: at, ...state }: Partial<RetentionState> & Pick<RetentionState, 'dueAt'>,
    ): Promise<boolean> =>
      table.update(
        retentionKey(tenant, appId),
        { ...state, ...dueAt(tenant, appId, at) },
        { when: { claim: { equals: claim } } },
      ),

    /** Ends the work for good: the application keeps everything as long as the service does. */
    drop: (appId: string, claim: string): Promise<boolean> =>
      table.remove(retentionKey(tenant, appId), { when: { claim: { equals: claim } } }),
  };
}

/** Applications of every tenant whose pass is due before a time (epoch ms), the earliest first. */
export const dueRetention = (table: Table, time: number) => dueApplications(table, DUE_RETENTION, time);
