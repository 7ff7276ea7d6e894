import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ROW_FAMILIES } from '../../../functions/platform/values/families/row-families.ts';

/** Requests to DynamoDB and the capacity that they consumed. */
export interface Consumed {
  calls: number;
  /** Read request units, and write request units. */
  rru: number;
  wru: number;
}

/** Rows that are read or written by time, and not by the number of cases: what a worker does each second, and polls. */
const BY_TIME: readonly string[] = [
  'PLAN#ROUND',
  'PLAN#PLAN',
  'PLAN#PROGRESS',
  'APP#TARGET',
  'APP#CALLS',
  'APP#SETTINGS',
  'EXECUTION',
];

interface Input {
  Key?: unknown;
  Item?: unknown;
  ExpressionAttributeValues?: Record<string, unknown>;
  TransactItems?: readonly Record<string, { Key?: unknown; Item?: unknown }>[];
  RequestItems?: Record<string, unknown>;
  ReturnConsumedCapacity?: string;
}

/** Counts the requests of a client, by what they do to which rows. */
export function countedDynamoDb(client: DynamoDBClient) {
  const counts = new Map<string, Consumed>();
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const input = args.input as Input;
        input.ReturnConsumedCapacity = 'TOTAL';
        const sent = await next(args);
        const { ConsumedCapacity = [] } = sent.output as { ConsumedCapacity?: Capacity | Capacity[] };
        const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        const isRead = /^(Get|BatchGet|Query)/.test(commandName);
        const name = `${commandName.replace(/(Item|Items|)Command$/, '')} ${rowsOf(input)}`;
        const { calls, rru, wru } = counts.get(name) ?? { calls: 0, rru: 0, wru: 0 };
        counts.set(name, { calls: calls + 1, rru: rru + (isRead ? units : 0), wru: wru + (isRead ? 0 : units) });
        return sent;
      },
    { step: 'initialize', name: 'countedDynamoDb' },
  );

  function sumOf(consumed: Iterable<Consumed>): Consumed {
    const sum = { calls: 0, rru: 0, wru: 0 };
    for (const { calls, rru, wru } of consumed) {
      sum.calls += calls;
      sum.rru += rru;
      sum.wru += wru;
    }
    return sum;
  }

  return {
    /** All that was consumed since the last call. */
    all(): Consumed {
      const consumed = sumOf(counts.values());
      counts.clear();
      return consumed;
    },

    /** What was consumed since the last call, without what goes by time. */
    taken(): { consumed: Consumed; byName: ReadonlyMap<string, Consumed> } {
      const byName = new Map([...counts].filter(([name]) => !BY_TIME.some((rows) => name.endsWith(` ${rows}`))));
      counts.clear();
      return { consumed: sumOf(byName.values()), byName };
    },
  };
}

interface Capacity {
  CapacityUnits?: number;
}

const FAMILIES = Object.values(ROW_FAMILIES).map((text) => text.split('#'));

/** The rows of a request: the fixed parts of their partition keys, and the beginnings of their sort keys. */
function rowsOf({ Key, Item, ExpressionAttributeValues, TransactItems, RequestItems }: Input): string {
  if (RequestItems !== undefined) return 'several';
  const transacted = TransactItems?.flatMap((write) => Object.values(write));
  const keys = transacted?.map((write) => write.Key ?? write.Item) ?? [
    Key ?? Item ?? keyOfQuery(ExpressionAttributeValues),
  ];
  return [...new Set(keys.map((key) => namedRow(key as { pk: string; sk: string })))].sort().join(' + ');
}

const keyOfQuery = (values: Record<string, unknown> = {}) => {
  const [pk = '', sk = ''] = Object.values(values).filter((value) => typeof value === 'string');
  return { pk, sk };
};

function namedRow({ pk, sk }: { pk: string; sk: string }): string {
  const parts = pk.split('#');
  const family = FAMILIES.find(
    (texts) => texts.length <= parts.length && texts.every((text, at) => text === '*' || text === parts[at]),
  );
  const names = (family ?? []).filter((text) => text !== '*' && text !== 'T' && text !== 'SYSTEM');
  const [kind = ''] = sk.split('#');
  return [...names, ...(/^[A-Z]+$/.test(kind) ? [kind] : [])].join('#');
}
