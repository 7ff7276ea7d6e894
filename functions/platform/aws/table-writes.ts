import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DeleteCommandInput,
  type DynamoDBDocumentClient,
  PutCommand,
  type PutCommandInput,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { CONFLICT, retryOnConflict } from '../table/retry-on-conflict.ts';
import { conditionHolds, isAlive } from '../table/table-condition.ts';
import { keyOfWrite } from '../table/table-limits.ts';
import type { Changes, Item, Key, Write } from '../world.ts';
import { expressions, withTtl } from './table-expressions.ts';

const MAX_ATTEMPTS = 10;

/** How a request failed: which writes did not meet their condition, and whether another transaction conflicted. */
interface Failure {
  unmet: number[];
  conflict: boolean;
  /** The SDK retried the request after a lost response, so the first attempt may have written. */
  repeated: boolean;
}

/** Performs one write, or several as a transaction, with the conditions of the Table port. */
export function tableWrites(
  client: DynamoDBDocumentClient,
  tableName: string,
  now: () => number,
  read: (key: Key) => Promise<Item | undefined>,
) {
  return async (writes: readonly Write[]): Promise<boolean> => {
    const revived = new Set<number>();
    let isInTheWay = false;
    const tryOnce = async () => {
      const failure = await attempt(
        client,
        writes.map((write, index) => operation(tableName, now(), write, revived.has(index))),
      );
      if (failure === undefined) return true;
      const [first] = writes;
      if (failure.repeated && first && failure.unmet.length > 0 && (await wasWritten(first))) return true;
      for (const index of failure.unmet) {
        const write = writes[index];
        if (write === undefined || !(await mayRevive(write, revived, index))) return false;
      }
      isInTheWay = failure.conflict;
      return CONFLICT;
    };
    const backoff = async (tries: number) => {
      if (isInTheWay) await sleep(Math.random() * Math.min(1000, 20 * 2 ** tries));
    };
    return retryOnConflict(tryOnce, { subject: 'the same rows', maxTries: MAX_ATTEMPTS, backoff });
  };

  /**
   * UpdateItem would keep the old attributes of an expired row, so such a row is put again instead; if a concurrent
   * call did that, it is updated after all. False if the write failed for another reason.
   */
  async function mayRevive(write: Write, revived: Set<number>, index: number): Promise<boolean> {
    if (revived.delete(index)) return true;
    if (!('update' in write) || !conditionHolds(write.when, undefined)) return false;
    const row = await read(write.update);
    if (row === undefined || isAlive(row, now())) return conditionHolds(write.when, row);
    revived.add(index);
    return true;
  }

  async function wasWritten(write: Write): Promise<boolean> {
    const row = await read(keyOfWrite(write));
    if ('put' in write) return isDeepStrictEqual(row, definedOf(write.put));
    if ('update' in write)
      return Object.entries(write.set).every(([name, value]) => isDeepStrictEqual(row?.[name], value));
    return 'remove' in write && row === undefined;
  }
}

type Operation =
  | { Put: PutCommandInput }
  | { Update: UpdateCommandInput & { UpdateExpression: string } }
  | { Delete: DeleteCommandInput }
  | { ConditionCheck: DeleteCommandInput & { ConditionExpression: string } };

/** Sends operations once; returns how they failed, unless that is a fault. */
async function attempt(client: DynamoDBDocumentClient, operations: Operation[]): Promise<Failure | undefined> {
  try {
    await send(client, operations);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException)
      return { unmet: [0], conflict: false, repeated: (error.$metadata.attempts ?? 1) > 1 };
    if (error instanceof TransactionConflictException) return { unmet: [], conflict: true, repeated: false };
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
    const unmet = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
    const conflict = codes.includes('TransactionConflict');
    if (unmet.length === 0 && !conflict) throw error;
    return { unmet, conflict, repeated: false };
  }
}

/** A write as an operation of DynamoDB; `revive`: its row has expired and is put again. */
function operation(tableName: string, now: number, write: Write, revive: boolean): Operation {
  const expression = expressions(now);
  const { pk, sk } = keyOfWrite(write);
  const conditions = write.when === undefined || revive ? [] : [expression.condition(write.when)];
  const met = (all: string[]) => ({
    TableName: tableName,
    ConditionExpression: all.length ? all.join(' AND ') : undefined,
    ...expression.attributes(),
  });
  if ('put' in write) return { Put: { Item: withTtl(write.put), ...met(conditions) } };
  if ('remove' in write) return { Delete: { Key: { pk, sk }, ...met(conditions) } };
  if ('check' in write) {
    const [ConditionExpression = ''] = conditions;
    return { ConditionCheck: { Key: { pk, sk }, ...met(conditions), ConditionExpression } };
  }
  if (revive) return { Put: { Item: { ...withTtl(write.set), pk, sk }, ...met([expression.absent()]) } };
  const UpdateExpression = expression.update(write.set);
  return { Update: { Key: { pk, sk }, UpdateExpression, ...met([...conditions, expression.unexpired()]) } };
}

const definedOf = (item: Item): Changes =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** A single write needs no transaction, at half the price; a mere check does. */
async function send(client: DynamoDBDocumentClient, operations: readonly Operation[]): Promise<void> {
  const [only] = operations;
  if (only === undefined || operations.length > 1 || 'ConditionCheck' in only)
    await client.send(new TransactWriteCommand({ TransactItems: [...operations] }));
  else if ('Put' in only) await client.send(new PutCommand(only.Put));
  else if ('Update' in only) await client.send(new UpdateCommand(only.Update));
  else await client.send(new DeleteCommand(only.Delete));
}
