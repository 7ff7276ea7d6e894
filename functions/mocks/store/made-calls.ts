import * as v from 'valibot';
import { queryAll } from '../../platform/table/query-all.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded } from '../../platform/values/padded.ts';
import type { World, Write } from '../../platform/world.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import { type MadeCall, Strategy } from '../domain/made-call.ts';
import { madeCallRows, type StoredCall } from './made-call-rows.ts';

export type MadeCalls = ReturnType<typeof madeCalls>;

const Asked = v.object({ index: v.number(), strategy: Strategy });

/**
 * Stores the calls of a replay: pk `T#<tenant>#MADE#<replayId>`, sk `USED#<index>` for one that consumes a recorded
 * call, `CALL#<id>` for any other, `ASK#<askId>` for the recorded call that a question was answered with, `REPORTED`
 * once an agent has reported, and `UNANSWERED` once the service did not answer one of its calls. Rows expire with the
 * replay. The texts of a call are sealed as a whole: a session that the build has just opened is known as a credential
 * only when the response comes.
 */
export function madeCalls(
  { table, blobs, newId }: Pick<World, 'table' | 'blobs' | 'newId'>,
  tenant: string,
  sealerOfTenant: () => Promise<Pick<Sealer, 'seal' | 'open'>>,
) {
  const { rowOf, callOf } = madeCallRows({ blobs, newId }, tenant, sealerOfTenant);
  const pkOf = (replayId: string) => partitionOf('madeCalls', tenant, replayId);
  const usedKey = (replayId: string, index: number) => ({ pk: pkOf(replayId), sk: `USED#${padded(index, 6)}` });

  return {
    /** Notes that a recorded call is consumed; false if it is already, or if the question was answered before. */
    async consume(
      replayId: string,
      { index, strategy }: v.InferOutput<typeof Asked>,
      stored: StoredCall,
      expiresAt: number,
    ): Promise<boolean> {
      const put = { ...usedKey(replayId, index), ...(await rowOf(replayId, stored, expiresAt)) };
      if (stored.askId === null) return table.put(put, { when: 'absent' });
      const asked: Write = {
        put: { pk: pkOf(replayId), sk: `ASK#${stored.askId}`, index, strategy, expiresAt },
        when: 'absent',
      };
      return table.transact([{ put, when: 'absent' }, asked]);
    },

    /** The recorded call that a question was answered with; null if it has not been. */
    async answered(replayId: string, askId: string): Promise<v.InferOutput<typeof Asked> | null> {
      const row = await table.get({ pk: pkOf(replayId), sk: `ASK#${askId}` });
      return row === undefined ? null : v.parse(Asked, row);
    },

    /** Notes a call that consumes none; a repeat changes nothing. */
    async note(replayId: string, stored: StoredCall, expiresAt: number): Promise<void> {
      const key = { pk: pkOf(replayId), sk: `CALL#${stored.askId ?? newId()}` };
      await table.put({ ...key, ...(await rowOf(replayId, stored, expiresAt)) }, { when: 'absent' });
    },

    /** Notes that an agent has reported its calls. */
    reported: (replayId: string, expiresAt: number) => table.put({ pk: pkOf(replayId), sk: 'REPORTED', expiresAt }),

    /** Notes that the service did not answer a call. */
    unanswered: (replayId: string, expiresAt: number) => table.put({ pk: pkOf(replayId), sk: 'UNANSWERED', expiresAt }),

    /** Indexes of the recorded calls that are consumed. */
    consumed: (replayId: string): Promise<number[]> =>
      Array.fromAsync(queryAll(table, { pk: pkOf(replayId), prefix: 'USED#' }), ({ sk }) =>
        Number(sk.slice('USED#'.length)),
      ),

    /**
     * The calls of a replay in the order in which they were made, whether an agent has reported, and whether the
     * service did not answer one of them.
     */
    async all(replayId: string): Promise<{ isReported: boolean; isUnanswered: boolean; calls: MadeCall[] }> {
      const items = await Array.fromAsync(queryAll(table, { pk: pkOf(replayId) }));
      const found = await Promise.all(
        items.filter(({ sk }) => sk.startsWith('USED#') || sk.startsWith('CALL#')).map((item) => callOf(item)),
      );
      const rows = found.filter((row) => row !== null).sort((a, b) => (a.order < b.order ? -1 : 1));
      return {
        isReported: items.some(({ sk }) => sk === 'REPORTED'),
        isUnanswered: items.some(({ sk }) => sk === 'UNANSWERED'),
        calls: rows.map(({ order: _, askId: __, ...call }) => call),
      };
    },
  };
}
