import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { DamagedData } from '../../platform/values/damaged-data.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { Item, World, Write } from '../../platform/world.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import { MadeCall, Strategy } from '../domain/made-call.ts';

export type MadeCalls = ReturnType<typeof madeCalls>;

/** A made call as it is stored. */
export interface StoredCall {
  call: MadeCall;
  /** Makes a repeat of the same question or report a repeat; null without one. */
  askId: string | null;
}

const Asked = v.object({ index: v.number(), strategy: Strategy });

const Row = v.object({ ...MadeCall.entries, order: v.string(), askId: v.optional(v.string()) });

/** The texts of a call, which are sealed as a whole. */
const Texts = v.pick(MadeCall, ['target', 'operation', 'request', 'response', 'error']);

/** What a blob holds; rows of an earlier version have their texts in clear. */
const Content = v.looseObject({ sealed: v.optional(v.string()) });

/** Larger requests and responses are kept apart from their row. */
const MAX_INLINE = 64 * 1024;

/**
 * Stores the calls of a replay: pk `T#<tenant>#MADE#<replayId>`, sk `USED#<index>` for one that consumes a recorded call,
 * `CALL#<id>` for any other, `ASK#<askId>` for the recorded call that a question was answered with, `REPORTED` once an
 * agent has reported, and `UNANSWERED` once the service did not answer one of its calls. Rows expire with the replay. The texts of a call are sealed as a whole: a session that the build has just
 * opened is known as a credential only when the response comes.
 */
export function madeCalls(
  { table, blobs, newId }: Pick<World, 'table' | 'blobs' | 'newId'>,
  tenant: string,
  sealerOfTenant: () => Promise<Pick<Sealer, 'seal' | 'open'>>,
) {
  const values = inlineOrBlob(blobs);
  const pkOf = (replayId: string) => `T#${tenant}#MADE#${replayId}`;
  const usedKey = (replayId: string, index: number) => ({ pk: pkOf(replayId), sk: `USED#${padded(index, 6)}` });
  let taken = 0;

  async function rowOf(replayId: string, { call, askId }: StoredCall, expiresAt: number) {
    const { target, operation, request, response, error, ...rest } = call;
    const order = `${paddedTime(call.at)}-${padded(taken++ % 1e9, 9)}`;
    const texts = JSON.stringify({ target, operation, request, response, error });
    const sealed = (await sealerOfTenant()).seal('b', Buffer.from(texts));
    const content =
      sealed.length > MAX_INLINE
        ? await values.write(`plans/${encodeURIComponent(tenant)}/made/${replayId}-${newId()}`, { sealed })
        : { sealed };
    return { ...rest, ...content, order, expiresAt, ...(askId !== null && { askId }) };
  }

  async function callOf(item: Item): Promise<v.InferOutput<typeof Row> | null> {
    // Rows of an earlier version, whose replays may be under way.
    if (typeof item.request === 'string') return v.parse(Row, item);
    const content = typeof item.sealed === 'string' ? { sealed: item.sealed } : await values.read(item);
    if (content === undefined || content === null) return null;
    const { sealed } = v.parse(Content, content);
    if (sealed === undefined) return v.parse(Row, { ...item, ...content });
    const opened = (await sealerOfTenant()).open(sealed);
    if (opened === null) throw new DamagedData({ pk: item.pk, sk: item.sk });
    return v.parse(Row, { ...item, ...v.parse(Texts, JSON.parse(opened.bytes.toString())) });
  }

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
     * The calls of a replay in the order in which they were made, whether an agent has reported, and whether the service
     * did not answer one of them.
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
