import type { BlobRights, FunctionUses, RowRights } from '../../../functions/platform/function-uses.ts';
import { conditionHolds } from '../../../functions/platform/table/table-condition.ts';
import { BLOB_FAMILIES } from '../../../functions/platform/values/families/blob-families.ts';
import { ROW_FAMILIES } from '../../../functions/platform/values/families/row-families.ts';
import type { Blobs, Condition, Table, Write } from '../../../functions/platform/world.ts';
import { actingFunction } from './acting-function.ts';
import { DECLARED } from './declared-rights.ts';
import { familyFinder } from './family-finder.ts';
import { noteUse } from './used-rights.ts';

/** The family of a partition key; undefined for rows that stand for other ports in the standalone service. */
export const rowFamilyOf = familyFinder(ROW_FAMILIES);
/** The family of the key of a blob. */
export const blobFamilyOf = familyFinder(BLOB_FAMILIES);

/** A use that the capability of the function does not declare (capability.ts): on AWS it is denied. */
class UndeclaredUse extends Error {
  override readonly name = 'UndeclaredUse';
}

function hold(rights: (uses: FunctionUses) => readonly string[] | undefined, use: string, family: string | undefined) {
  const acting = actingFunction();
  if (acting === undefined || family === undefined) return;
  const uses = DECLARED.get(acting);
  if (uses === undefined) throw new Error(`no capability declares the function ${acting}`);
  noteUse(`${acting} ${use} ${family}`);
  if (!rights(uses)?.includes(family)) throw new UndeclaredUse(`${acting} ${use} ${family}`);
}

const row = (kind: keyof RowRights, pk: string) => hold(({ table }) => table[kind], kind, rowFamilyOf(pk));

const blob = (kind: keyof BlobRights, key: string) =>
  hold(({ blobs }) => blobs[kind], `blob ${kind}`, blobFamilyOf(key));

function update(pk: string, when: Condition | undefined): void {
  row('updates', pk);
  // Where the row may be absent, it may also have expired, and then it is put.
  if (conditionHolds(when, undefined)) row('puts', pk);
}

function write(one: Write): void {
  if ('put' in one) row('puts', one.put.pk);
  else if ('update' in one) update(one.update.pk, one.when);
  else if ('remove' in one) row('removes', one.remove.pk);
  else row('checks', one.check.pk);
}

/**
 * Appends of several functions to the ledger of a tenant are one transaction where they are in one process
 * (ledger-head.ts).
 */
const isAppend = (writes: readonly Write[]): boolean =>
  writes.some((one) => 'put' in one && rowFamilyOf(one.put.pk) === 'ledgerHeads');

/** Whether a row of an append is of the function that acts, and not of another one that appends as well. */
function isOfActing(one: Write): boolean {
  const acting = DECLARED.get(actingFunction() ?? '');
  const family = 'put' in one ? rowFamilyOf(one.put.pk) : undefined;
  const isDeclaredBy = ({ table: { puts } }: FunctionUses) => puts?.some((name) => name === family) === true;
  if (acting === undefined || family === undefined || isDeclaredBy(acting)) return true;
  return ![...DECLARED.values()].some((uses) => uses.table.puts?.includes('ledgerHeads') && isDeclaredBy(uses));
}

/** A table that refuses the function that acts what it does not declare. */
export const heldTable = <Held extends Table>(table: Held): Held => ({
  ...table,
  async get(key) {
    row('reads', key.pk);
    return table.get(key);
  },
  async put(item, options) {
    row('puts', item.pk);
    return table.put(item, options);
  },
  async update(key, set, options) {
    update(key.pk, options?.when);
    return table.update(key, set, options);
  },
  async remove(key, options) {
    row('removes', key.pk);
    return table.remove(key, options);
  },
  async query(query) {
    row('reads', query.pk);
    return table.query(query);
  },
  async transact(writes) {
    for (const one of isAppend(writes) ? writes.filter(isOfActing) : writes) write(one);
    return table.transact(writes);
  },
  async addInOrder(items) {
    for (const { pk } of items) row('puts', pk);
    return table.addInOrder(items);
  },
  async batchGet(keys, options) {
    for (const { pk } of keys) row('reads', pk);
    return table.batchGet(keys, options);
  },
  async batchPut(items) {
    for (const { pk } of items) row('batchWrites', pk);
    return table.batchPut(items);
  },
  async batchRemove(keys) {
    for (const { pk } of keys) row('batchWrites', pk);
    return table.batchRemove(keys);
  },
});

/** Blobs that are refused likewise. */
export const heldBlobs = <Held extends Blobs>(blobs: Held): Held => ({
  ...blobs,
  async put(key, bytes) {
    blob('writes', key);
    return blobs.put(key, bytes);
  },
  async putStream(key, bytes) {
    blob('writes', key);
    return blobs.putStream(key, bytes);
  },
  async get(key) {
    blob('reads', key);
    return blobs.get(key);
  },
  async remove(key) {
    blob('removes', key);
    return blobs.remove(key);
  },
  async stat(key) {
    blob('reads', key);
    return blobs.stat(key);
  },
  async copy(from, to) {
    blob('reads', from);
    blob('writes', to);
    return blobs.copy(from, to);
  },
  async signedPut(key, bytes) {
    blob('writes', key);
    return blobs.signedPut(key, bytes);
  },
  async signedGet(key, mediaType) {
    blob('reads', key);
    return blobs.signedGet(key, mediaType);
  },
});
