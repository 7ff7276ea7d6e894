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
import { conditionHolds, isAlive } from '../table/table-condition.ts';
import { keyOfWrite } from '../table/table-limits.ts';
import type { Changes, Item, Key, Write } from '../world.ts';
import { expressions, withTtl } from './table-expressions.ts';

const MOST_TRIES = 10;

/** How a request failed: which of its writes found their condition unmet, and whether another transaction was in the way. */
interface Failure {
  unmet: number[];
  conflict: boolean;
  /** The SDK sent the request again after a lost answer, so the first one may have written. */
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
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const failure = await attempt(writes.map((write, index) => operation(write, revived.has(index))));
      if (failure === undefined) return true;
      const [first] = writes;
      if (failure.repeated && first && failure.unmet.length > 0 && (await wasWritten(first))) return true;
      for (const index of failure.unmet) {
        const write = writes[index];
        if (write === undefined || !(await mayRevive(write, revived, index))) return false;
      }
      if (failure.conflict) await sleep(Math.random() * Math.min(1000, 20 * 2 ** tries));
    }
    throw new Error('other transactions kept writing the same rows');
  };

  /**
   * UpdateItem would keep the old attributes of an expired row: such a row is put anew instead, and when somebody else
   * did that meanwhile, updated after all. False where the write has simply failed.
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

  async function attempt(operations: Operation[]): Promise<Failure | undefined> {
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

  function operation(write: Write, revive: boolean): Operation {
    const expression = expressions(now());
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
}

type Operation =
  | { Put: PutCommandInput }
  | { Update: UpdateCommandInput & { UpdateExpression: string } }
  | { Delete: DeleteCommandInput }
  | { ConditionCheck: DeleteCommandInput & { ConditionExpression: string } };

const definedOf = (item: Item): Changes =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** One write goes alone, at half the price of a transaction; a mere check cannot. */
async function send(client: DynamoDBDocumentClient, operations: readonly Operation[]): Promise<void> {
  const [only] = operations;
  if (only === undefined || operations.length > 1 || 'ConditionCheck' in only)
    await client.send(new TransactWriteCommand({ TransactItems: [...operations] }));
  else if ('Put' in only) await client.send(new PutCommand(only.Put));
  else if ('Update' in only) await client.send(new UpdateCommand(only.Update));
  else await client.send(new DeleteCommand(only.Delete));
}
