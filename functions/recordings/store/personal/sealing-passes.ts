import * as v from 'valibot';
import { applicationKey, appPart } from '../../../applications/domain/application-key.ts';
import { dueApplications } from '../../../platform/table/due-applications.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Table } from '../../../platform/world.ts';
import { SealingPass } from '../../domain/personal/sealing-pass.ts';

/** Applications whose stored recordings are being sealed, by the time when their pass is due: index i1. */
const DUE_SEALINGS = partitionOf('dueSealings');

/**
 * The newest pass that seals stored recordings of each application: pk `T#<tenant>#APP#<app>`, sk `SEALING-PASS`. A new
 * pass replaces the row, which ends every claim.
 */
export function sealingPasses(table: Pick<Table, 'get' | 'put' | 'update' | 'remove'>, tenant: string) {
  const keyOf = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'SEALING-PASS' });
  const dueAt = (appId: string, at: number | null) => ({
    dueAt: at,
    i1pk: at === null ? undefined : DUE_SEALINGS,
    i1sk: at === null ? undefined : `${paddedTime(at)}#${tenant}#${appPart(appId)}`,
  });

  return {
    async of(appId: string): Promise<SealingPass | null> {
      const row = await table.get(keyOf(appId));
      return row ? v.parse(SealingPass, row) : null;
    },

    /** Starts a pass in place of the one before. */
    async start(appId: string, pass: SealingPass & { dueAt: number }): Promise<void> {
      const due = { i1pk: DUE_SEALINGS, i1sk: `${paddedTime(pass.dueAt)}#${tenant}#${appPart(appId)}` };
      await table.put({ ...keyOf(appId), tenant, appId, ...pass, ...due });
    },

    /** Takes the work over until a time (epoch ms); false if another worker or a new pass came first. */
    claim: (appId: string, before: SealingPass, { claim, until }: { claim: string; until: number }): Promise<boolean> =>
      table.update(
        keyOf(appId),
        { claim, ...dueAt(appId, until) },
        { when: { claim: { equals: before.claim }, dueAt: { equals: before.dueAt } } },
      ),

    /** Writes how far it is; false if the claim was lost. */
    move: (
      appId: string,
      claim: string,
      { dueAt: at, ...pass }: Partial<SealingPass> & Pick<SealingPass, 'dueAt'>,
    ): Promise<boolean> =>
      table.update(keyOf(appId), { ...pass, ...dueAt(appId, at) }, { when: { claim: { equals: claim } } }),

    remove: async (appId: string): Promise<void> => {
      await table.remove(keyOf(appId));
    },
  };
}

/** Applications of every tenant whose pass is due before a time (epoch ms), the earliest first. */
export const dueSealings = (table: Table, time: number) => dueApplications(table, DUE_SEALINGS, time);
