import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { actingFunction } from './acting-function.ts';
import { rowFamilyOf } from './held-ports.ts';
import { isAllowed } from './policy-simulator.ts';
import { roles } from './roles.ts';

/** An action of IAM with the partition keys and the index that it is about. */
interface Call {
  action: string;
  keys: readonly string[];
  index?: string | undefined;
}

type Text = string | { S: string };
type Row = { pk: Text };
type PutRequest = { PutRequest: { Item: Row } };
type DeleteRequest = { DeleteRequest: { Key: Row } };
/** The members of requests that name rows. */
interface Requested {
  Key?: Row;
  Item?: Row;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Readonly<Record<string, Text>>;
  RequestItems?: Readonly<Record<string, { Keys: readonly Row[] } | readonly (PutRequest | DeleteRequest)[]>>;
  TransactItems?: readonly Readonly<Record<string, Requested>>[];
}

const textOf = (text: Text): string => (typeof text === 'string' ? text : text.S);
const keyOf = ({ Key, Item }: Requested): string => textOf((Key ?? Item ?? { pk: '' }).pk);

/** What IAM is asked for by a request. A transaction is what it is made of. */
export function callsOf(command: string, requested: Requested): readonly Call[] {
  const action = command.replace(/Command$/, '');
  if (requested.TransactItems !== undefined)
    return requested.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, one]) => ({
        action: kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`,
        keys: [keyOf(one)],
      })),
    );
  if (requested.RequestItems !== undefined) {
    const rows = Object.values(requested.RequestItems).flatMap((some) =>
      'Keys' in some
        ? some.Keys
        : some.map((one) => ('PutRequest' in one ? one.PutRequest.Item : one.DeleteRequest.Key)),
    );
    return [{ action, keys: rows.map(({ pk }) => textOf(pk)) }];
  }
  if (requested.KeyConditionExpression !== undefined) {
    const [, name = ''] = /^#\w+ = (:\w+)/.exec(requested.KeyConditionExpression) ?? [];
    const partition = requested.ExpressionAttributeValues?.[name];
    return [{ action, keys: partition === undefined ? [] : [textOf(partition)], index: requested.IndexName }];
  }
  return [{ action, keys: [keyOf(requested)] }];
}

/**
 * Refuses what the policy of the function that acts does not allow, as IAM would. Returns what it has allowed and
 * refused: functions with actions.
 */
export function holdToPolicies(client: DynamoDBClient) {
  const { table, policyOf } = roles();
  const allowed = new Set<string>();
  const refused = new Set<string>();

  function hold(acting: string, { action, keys, index }: Call): void {
    // Rows that stand for other ports, which this world has in the same table.
    if (keys.length > 0 && keys.every((key) => rowFamilyOf(key) === undefined)) return;
    const mayDo = isAllowed(policyOf(acting), {
      action: `dynamodb:${action}`,
      resource: index === undefined ? table : `${table}/index/${index}`,
      context: { 'dynamodb:LeadingKeys': keys },
    });
    if (mayDo && keys.length > 0) allowed.add(`${acting} ${action}`);
    else refused.add(`${acting} ${action} ${keys.join(' ')}`);
    if (refused.size > 0) throw new Error(`IAM would refuse ${[...refused].join(', ')}`);
  }

  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const acting = actingFunction();
        // The input of a command of DynamoDB.
        const calls = acting === undefined ? [] : callsOf(commandName, args.input as Requested);
        for (const call of calls) hold(acting ?? '', call);
        return next(args);
      },
    { step: 'initialize', priority: 'high', name: 'holdToPolicies' },
  );
  return { allowed, refused };
}
