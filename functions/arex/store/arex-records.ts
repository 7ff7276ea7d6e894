import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import type { Item, World } from '../../platform/world.ts';
import { Mocker, RecordId } from '../../recordings/domain/importers/arex/mocker.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';

/** How long pieces wait for the inbound request of their record. */
const PIECES_MS = 24 * 3_600_000;

const Sealed = v.object({ sealed: v.string() });
const Due = v.object({ recordId: RecordId, at: v.number() });

/**
 * Stores the mockers of a record until it is complete: pk `T#<tenant>#AREX#<recordId>`, sk the time and an id of their
 * batch; and records whose inbound request has arrived: pk `T#<tenant>#AREXDUE`, sk `<arrival>#<recordId>`. Mockers are
 * sealed whole, since they hold credentials that only the intake of a case finds.
 */
export function arexRecords(
  { table, blobs, now, newId }: Pick<World, 'table' | 'blobs' | 'now' | 'newId'>,
  tenant: string,
) {
  const values = inlineOrBlob(blobs);
  const pkOf = (recordId: string) => partitionOf('arexRecords', tenant, recordId);
  const duePk = partitionOf('dueArexRecords', tenant);

  const rowsOf = (recordId: string) => Array.fromAsync(queryAll(table, { pk: pkOf(recordId) }));

  async function mockersIn(row: Item, sealer: Pick<Sealer, 'open'>): Promise<Mocker[]> {
    const content = await values.read(row);
    if (content === undefined) return [];
    const opened = sealer.open(v.parse(Sealed, content).sealed);
    return opened === null ? [] : v.parse(v.array(Mocker), JSON.parse(opened.bytes.toString()));
  }

  async function removeRows(rows: readonly Item[]): Promise<void> {
    for (const row of rows) {
      await table.remove({ pk: row.pk, sk: row.sk });
      if (typeof row.blob === 'string') await blobs.remove(row.blob);
    }
  }

  return {
    /** Adds mockers of one record; durable when resolved. `isEntered`: the inbound request is among them. */
    async add(
      recordId: string,
      mockers: readonly Mocker[],
      isEntered: boolean,
      sealer: Pick<Sealer, 'seal'>,
    ): Promise<void> {
      const at = now();
      const id = newId();
      const expiresAt = at + PIECES_MS;
      const sealed = sealer.seal('t', JSON.stringify(mockers));
      const content = await values.write(blobKeyOf('arexRecords', encodeURIComponent(tenant), id), { sealed });
      await table.put({ pk: pkOf(recordId), sk: `${paddedTime(at)}#${id}`, expiresAt, ...content });
      if (isEntered) await table.put({ pk: duePk, sk: `${paddedTime(at)}#${recordId}`, recordId, at, expiresAt });
    },

    /** Records whose inbound request arrived at this time or before, oldest first. */
    async due(until: number, limit: number): Promise<string[]> {
      const { items } = await table.query({ pk: duePk, limit });
      return items.map((row) => v.parse(Due, row)).flatMap(({ recordId, at }) => (at <= until ? [recordId] : []));
    },

    /** The mockers of a record, in the order in which they arrived. */
    async mockersOf(recordId: string, sealer: Pick<Sealer, 'open'>): Promise<Mocker[]> {
      const lists = [];
      for (const row of await rowsOf(recordId)) lists.push(await mockersIn(row, sealer));
      return lists.flat();
    },

    /** Forgets a record: it has become a case, or is not to become one. */
    async remove(recordId: string): Promise<void> {
      const all = await Array.fromAsync(queryAll(table, { pk: duePk }));
      await removeRows(await rowsOf(recordId));
      await removeRows(all.filter((row) => row.recordId === recordId));
    },
  };
}
