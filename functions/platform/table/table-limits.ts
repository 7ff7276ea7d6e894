import type { Changes, Item, Json, Key, Query, Write } from '../world.ts';

/** Maximum bytes of one item, names included; DynamoDB's own limit is 400 KB. @internal */
export const ITEM_BYTES = 350 * 1024;
/** Maximum writes of one transaction. */
const TRANSACT_WRITES = 100;
/** Maximum bytes of the writes of one transaction; the 4 MB of DynamoDB. */
const TRANSACT_BYTES = 4_000_000;
/** Maximum keys or items of one batch. */
const BATCH_SIZE = 1000;
/** Default page size. */
export const PAGE_SIZE = 1000;

/** A call that exceeds a limit of the Table port: a programming error of the caller. */
class TableLimitError extends Error {
  override name = 'TableLimitError';
}

/** Validates keys, size and types of an item; throws TableLimitError and returns the bytes counted. */
export function checkItem(item: Item): number {
  checkKey(item);
  checkIndexKeys(item);
  return checkSize(sizeOfAttributes(item));
}

/** Validates the changes of an update; throws TableLimitError and returns the bytes counted. */
export function checkChanges(key: Key, set: Changes): number {
  checkKey(key);
  if (Object.keys(set).length === 0) throw new TableLimitError('an update sets at least one attribute');
  if ('pk' in set || 'sk' in set) throw new TableLimitError('an update cannot change the key of a row');
  checkIndexKeys(set);
  return checkSize(sizeOfAttributes({ ...set, pk: key.pk, sk: key.sk }));
}

/** DynamoDB rejects empty keys and longer keys. */
const KEY_BYTES = { pk: 2048, sk: 1024 };

/** Whether a text is valid for this part of a key. */
export const isKeyText = (text: string, part: 'pk' | 'sk'): boolean => fits(text, KEY_BYTES[part]);

/** Whether such a row can exist: reading an impossible key is not an error and finds nothing. */
export const isKey = ({ pk, sk }: Key): boolean => isKeyText(pk, 'pk') && isKeyText(sk, 'sk');

/** Validates the key of a write; throws TableLimitError. */
export function checkKey(key: Key): void {
  if (!isKey(key)) throw new TableLimitError('pk must have 1 to 2048 bytes and sk 1 to 1024');
}

const INDEX_KEYS = (['i1', 'i2', 'i3'] as const).flatMap((index) =>
  (['pk', 'sk'] as const).map((part) => ({ name: `${index}${part}`, part })),
);

/** DynamoDB rejects a row with an invalid index key. */
function checkIndexKeys(attributes: Changes): void {
  for (const { name, part } of INDEX_KEYS) {
    const text = attributes[name];
    if (text !== undefined && !(typeof text === 'string' && isKeyText(text, part)))
      throw new TableLimitError('a key of an index is a text, and as long as that of a row');
  }
}

/**
 * Validates number, distinctness and size of the writes of one transaction; throws TableLimitError. `sizes` are the
 * bytes of writes that are valid. Default: each is validated, and its bytes counted.
 */
export function checkTransaction(writes: readonly Write[], sizes: readonly number[] = writes.map(checkWrite)): void {
  if (writes.length > TRANSACT_WRITES) throw new TableLimitError(`at most ${TRANSACT_WRITES} writes in a transaction`);
  checkDistinct(writes.map(keyOfWrite));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > TRANSACT_BYTES) throw new TableLimitError(`at most ${TRANSACT_BYTES} bytes in a transaction`);
}

/** Validates the number of rows of a batch; throws TableLimitError. */
export function checkBatchSize(keys: readonly Key[]): void {
  if (keys.length > BATCH_SIZE) throw new TableLimitError(`at most ${BATCH_SIZE} rows in a batch`);
}

/** Validates number, keys and distinctness of a batch to be written; throws TableLimitError. */
export function checkBatch(keys: readonly Key[]): void {
  checkBatchSize(keys);
  keys.forEach(checkKey);
  checkDistinct(keys);
}

/** Validates a query; throws TableLimitError. */
export function checkQuery({ limit = PAGE_SIZE, prefix, from, to }: Query): void {
  if (!Number.isInteger(limit) || limit < 1) throw new TableLimitError('limit must be a positive whole number');
  if (prefix !== undefined && (from !== undefined || to !== undefined))
    throw new TableLimitError('prefix does not go with from and to');
}

/** Whether any row can match a query: none has an empty partition key, or a key as long as the requested one. */
export const canMatch = ({ pk, prefix, from, to }: Query): boolean =>
  isKeyText(pk, 'pk') && [prefix, from, to].every((text) => !text || isKeyText(text, 'sk'));

/** The key of the row that a write concerns. */
export const keyOfWrite = (write: Write): Key =>
  'put' in write ? write.put : 'update' in write ? write.update : 'remove' in write ? write.remove : write.check;

function checkWrite(write: Write): number {
  if ('put' in write) return checkItem(write.put);
  if ('update' in write) return checkChanges(write.update, write.set);
  checkKey(keyOfWrite(write));
  return 0;
}

function checkDistinct(keys: readonly Key[]): void {
  if (new Set(keys.map(({ pk, sk }) => `${pk.length} ${pk}${sk}`)).size < keys.length)
    throw new TableLimitError('the keys of one call must be distinct');
}

function checkSize(bytes: number): number {
  if (bytes > ITEM_BYTES) throw new TableLimitError(`an item has at most ${ITEM_BYTES} bytes`);
  return bytes;
}

const fits = (text: string, max: number) =>
  text !== '' && (text.length <= max / MAX_BYTES_PER_UNIT || Buffer.byteLength(text) <= max);

/** Bytes of UTF-8 that a unit of a text becomes, so that short texts need not be counted. */
const MAX_BYTES_PER_UNIT = 3;

function sizeOfAttributes(attributes: Changes): number {
  return Object.entries(attributes).reduce((sum, [name, value]) => {
    if (value === undefined) return sum;
    if (name === 'ttl') throw new TableLimitError('ttl belongs to the world; use expiresAt');
    if (!(value instanceof Uint8Array)) return sum + Buffer.byteLength(name) + sizeOf(value);
    if (name !== 'data') throw new TableLimitError('data is the only binary attribute of an item');
    return sum + Buffer.byteLength(name) + value.byteLength;
  }, 0);
}

/** As DynamoDB counts, rounded up: text as UTF-8, 3 bytes per list or map and 1 per member. */
function sizeOf(value: Json): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return sizeOfNumber(value);
  if (value === null || typeof value === 'boolean') return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, member) => sum + 1 + sizeOf(member), 3);
  return Object.entries(value).reduce(
    (sum, [name, member]) => (member === undefined ? sum : sum + 1 + Buffer.byteLength(name) + sizeOf(member)),
    3,
  );
}

function sizeOfNumber(value: number): number {
  if (!Number.isFinite(value)) throw new TableLimitError('numbers of an item must be finite');
  return String(value).length + 1;
}
