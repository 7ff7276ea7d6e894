import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
} from '@aws-sdk/lib-dynamodb';
import { isAlive } from '../table/table-condition.ts';
import {
  checkBatch,
  checkBatchSize,
  checkChanges,
  checkItem,
  checkKey,
  checkTransaction,
  isKey,
} from '../table/table-limits.ts';
import type { Item, Key, Table } from '../world.ts';
import { withTtl } from './table-expressions.ts';
import { itemOf, tableQuery } from './table-query.ts';
import { tableWrites } from './table-writes.ts';

const GET_KEYS = 100;
const MAX_WRITES = 25;
const MAX_ATTEMPTS = 10;

/**
 * The Table port on one DynamoDB table: keys `pk` and `sk`, indexes `i1-index` to `i3-index` (index names have at least
 * three letters), time to live in `ttl`.
 */
export function dynamoTable(dynamo: DynamoDBClient, tableName: string, now: () => number): Table {
  const client = DynamoDBDocumentClient.from(dynamo, {
    marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
    unmarshallOptions: { wrapNumbers: Number },
  });
  const query = tableQuery(client, tableName, now);
  const write = tableWrites(client, tableName, now, read);
  const visible = (row: Item | undefined) => (row && isAlive(row, now()) ? row : undefined);

  /** The stored row, expired or not. */
  async function read({ pk, sk }: Key): Promise<Item | undefined> {
    if (!isKey({ pk, sk })) return undefined;
    const { Item: row } = await client.send(
      new GetCommand({ TableName: tableName, Key: { pk, sk }, ConsistentRead: true }),
    );
    return row && itemOf(row);
  }

  /** The stored rows by the names of their keys. */
  async function readAll(
    keys: readonly { pk: string; sk: string }[],
    isConsistent: boolean,
  ): Promise<Map<string, Item>> {
    const batch = { client, tableName, isConsistent };
    const rows = await Promise.all(chunks(keys, GET_KEYS).map((some) => getSome(batch, some)));
    return new Map(rows.flat().map((row) => [nameOf(row), row]));
  }

  const writeAll = (requests: readonly BatchWrite[]) =>
    Promise.all(chunks(requests, MAX_WRITES).map((some) => writeSome({ client, tableName }, some)));

  return {
    get: async (key) => visible(await read(key)),
    async put(item, options) {
      checkItem(item);
      return write([{ put: item, ...(options?.when && { when: options.when }) }]);
    },
    async update(key, set, options) {
      checkChanges(key, set);
      return write([{ update: key, set, ...(options?.when && { when: options.when }) }]);
    },
    async remove(key, options) {
      checkKey(key);
      return write([{ remove: key, ...options }]);
    },
    query,
    async transact(writes) {
      checkTransaction(writes);
      return writes.length === 0 || write(writes);
    },
    addInOrder: (items) => addedInOrder(items, write),
    async batchGet(keys, { mayBeStale = false } = {}) {
      checkBatchSize(keys);
      const distinct = new Map(keys.filter(isKey).map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }]));
      const found = await readAll([...distinct.values()], !mayBeStale);
      const missing = mayBeStale ? [...distinct].flatMap(([name, key]) => (found.has(name) ? [] : [key])) : [];
      for (const [name, row] of await readAll(missing, true)) found.set(name, row);
      return keys.map((key) => visible(found.get(nameOf(key))));
    },
    async batchPut(items) {
      checkBatch(items);
      items.forEach(checkItem);
      await writeAll(items.map((item) => ({ PutRequest: { Item: withTtl(item) as Record<string, unknown> } })));
    },
    async batchRemove(keys) {
      checkBatch(keys);
      await writeAll(keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));
    },
  };
}

/** Adds rows one after the other; returns how many, up to the first that is there. */
async function addedInOrder(items: readonly Item[], write: ReturnType<typeof tableWrites>): Promise<number> {
  const puts = items.map((item) => ({ put: item, when: 'absent' as const }));
  checkTransaction(puts);
  let added = 0;
  for (const put of puts) {
    if (!(await write([put]))) break;
    added++;
  }
  return added;
}

type BatchWrite = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>[number];

interface BatchTable {
  client: DynamoDBDocumentClient;
  tableName: string;
}

/** Reads stored rows, with all that DynamoDB leaves unprocessed at first. */
async function getSome(
  { client, tableName, isConsistent }: BatchTable & { isConsistent: boolean },
  keys: { pk: string; sk: string }[],
): Promise<Item[]> {
  const found: Item[] = [];
  let requested: Record<string, unknown>[] = keys;
  for (let tries = 1; requested.length > 0; tries++) {
    if (tries > 1) await pause(tries);
    const answer = await client.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: requested, ConsistentRead: isConsistent } } }),
    );
    found.push(...(answer.Responses?.[tableName] ?? []).map(itemOf));
    requested = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return found;
}

/** Writes rows, with all that DynamoDB leaves unprocessed at first. */
async function writeSome({ client, tableName }: BatchTable, requests: readonly BatchWrite[]): Promise<void> {
  let requested = [...requests];
  for (let tries = 1; requested.length > 0; tries++) {
    if (tries > 1) await pause(tries);
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requested } }));
    requested = answer.UnprocessedItems?.[tableName] ?? [];
  }
}

const nameOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** Waits before retrying what DynamoDB left unprocessed: exponential backoff with jitter. */
async function pause(tries: number): Promise<void> {
  if (tries > MAX_ATTEMPTS) throw new Error('the table stayed too busy for a batch');
  await sleep(Math.random() * Math.min(2000, 25 * 2 ** tries));
}
