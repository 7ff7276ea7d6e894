import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { orderOf, parseCursor, writeCursor } from '../table/table-cursor.ts';
import { canMatch, checkQuery, PAGE_SIZE } from '../table/table-limits.ts';
import type { Item, Page, Query } from '../world.ts';
import { expressions } from './table-expressions.ts';

/** Returns the item of a DynamoDB row, without the `ttl` that only DynamoDB reads. */
export function itemOf(row: Record<string, unknown>): Item {
  const { ttl: _, ...item } = row;
  // Only this service writes the table, and it writes only items.
  return item as Item;
}

/** Implements the queries of the Table port; hides DynamoDB's own pages and its expired rows. */
export function tableQuery(client: DynamoDBDocumentClient, tableName: string, now: () => number) {
  return async (query: Query): Promise<Page> => {
    checkQuery(query);
    if (!canMatch(query)) return { items: [], next: null };
    const limit = query.limit ?? PAGE_SIZE;
    const order = orderOf(query);
    const [sortKey = 'sk'] = order;

    let start = query.after === undefined ? undefined : startOf(query, parseCursor(query.after, query));
    if (isEmptyRange(query)) return { items: [], next: null };

    const items: Item[] = [];
    do {
      // One more row than requested shows whether another page follows.
      const page = await client.send(
        new QueryCommand({ ...request(query, sortKey), Limit: limit + 1, ExclusiveStartKey: start }),
      );
      items.push(...(page.Items ?? []).map(itemOf).filter((item) => item[sortKey] !== query.to));
      start = page.LastEvaluatedKey;
    } while (start !== undefined && items.length <= limit);

    const shown = items.slice(0, limit);
    const last = shown.at(-1);
    return { items: shown, next: items.length > limit && last ? writeCursor(last, query) : null };
  };

  function request(query: Query, sortKey: string) {
    const expression = expressions(now());
    const keys = [expression.equals(`${query.index ?? ''}pk`, query.pk), ...expression.sortKeys(sortKey, query)];
    return {
      TableName: tableName,
      IndexName: query.index && `${query.index}-index`,
      KeyConditionExpression: keys.join(' AND '),
      FilterExpression: expression.unexpired(),
      ConsistentRead: query.index === undefined,
      ScanIndexForward: !query.descending,
      ...expression.attributes(),
    };
  }
}

/** DynamoDB rejects a range that ends before it starts, and empty sort keys. */
const isEmptyRange = ({ from, to }: Query) =>
  to !== undefined && Buffer.compare(Buffer.from(from ?? ''), Buffer.from(to)) >= 0;

function startOf({ index, pk }: Query, values: string[]): Record<string, string | undefined> {
  if (index === undefined) return { pk, sk: values[0] };
  return { [`${index}pk`]: pk, [`${index}sk`]: values[0], pk: values[1], sk: values[2] };
}
