import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
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
const PUT_ITEMS = 25;
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
    async batchGet(keys) {
      checkBatchSize(keys);
      const distinct = new Map(keys.filter(isKey).map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }]));
      const rows = await Promise.all(
        chunks([...distinct.values()], GET_KEYS).map((some) => getSome({ client, tableName }, some)),
      );
      const found = new Map(rows.flat().map((row) => [nameOf(row), row]));
      return keys.map((key) => visible(found.get(nameOf(key))));
    },
    async batchPut(items) {
      checkBatch(items);
      items.forEach(checkItem);
      await Promise.all(chunks(items, PUT_ITEMS).map((some) => putSome({ client, tableName }, some)));
    },
  };
}

interface BatchTable {
  client: DynamoDBDocumentClient;
  tableName: string;
}

/** Reads stored rows, with all that DynamoDB leaves unprocessed at first. */
async function getSome({ client, tableName }: BatchTable, keys: { pk: string; sk: string }[]): Promise<Item[]> {
  const found: Item[] = [];
  let requested: Record<string, unknown>[] = keys;
  for (let tries = 1; requested.length > 0; tries++) {
    if (tries > 1) await pause(tries);
    const answer = await client.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: requested, ConsistentRead: true } } }),
    );
    found.push(...(answer.Responses?.[tableName] ?? []).map(itemOf));
    requested = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return found;
}

async function putSome({ client, tableName }: BatchTable, items: Item[]): Promise<void> {
  let requested = items.map((item) => ({
    PutRequest: { Item: withTtl(item) as Record<string, unknown> | undefined },
  }));
  for (let tries = 1; requested.length > 0; tries++) {
    if (tries > 1) await pause(tries);
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requested } }));
    requested = (answer.UnprocessedItems?.[tableName] ?? []).flatMap(({ PutRequest }) =>
      PutRequest ? [{ PutRequest: { Item: PutRequest.Item } }] : [],
    );
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
