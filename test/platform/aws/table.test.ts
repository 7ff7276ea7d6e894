import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, test } from 'vitest';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import type { Key } from '../../../functions/platform/world.ts';

function open() {
  const client = mockClient(DynamoDBDocumentClient);
  return { client, table: dynamoTable(new DynamoDBClient({ region: 'us-east-1' }), 'T', () => 1000) };
}

describe('the table on DynamoDB', () => {
  test('repeats unprocessed puts and keys', async () => {
    const { client, table } = open();
    const [a, b] = [
      { pk: 'p', sk: 'a' },
      { pk: 'p', sk: 'b' },
    ];
    client
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { T: [{ PutRequest: { Item: b } }] } })
      .resolves({});
    await table.batchPut([a, b]);
    const puts = client.commandCalls(BatchWriteCommand).map((call) => call.args[0].input.RequestItems?.T?.length);
    expect(puts).toEqual([2, 1]);
    client
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { T: [a] }, UnprocessedKeys: { T: { Keys: [b] } } })
      .resolves({ Responses: { T: [b] } });
    expect(await table.batchGet([b, a])).toEqual([b, a]);
  });

  test('reads what a stale read lacks again, as it was just written', async () => {
    const { client, table } = open();
    const [a, b, c] = ['a', 'b', 'c'].map((sk) => ({ pk: 'p', sk })) as [Key, Key, Key];
    client
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { T: [{ ...a }] } })
      .resolves({ Responses: { T: [{ ...b }] } });
    expect(await table.batchGet([a, b, c], { mayBeStale: true })).toEqual([a, b, undefined]);
    expect(client.commandCalls(BatchGetCommand).map(({ args: [{ input }] }) => input.RequestItems?.T)).toEqual([
      { Keys: [a, b, c], ConsistentRead: false },
      { Keys: [b, c], ConsistentRead: true },
    ]);
  });

  test('writes expiresAt as ttl in seconds too, and does not read ttl', async () => {
    const { client, table } = open();
    client.on(PutCommand).resolves({});
    await table.put({ pk: 'p', sk: 's', expiresAt: 5001 });
    expect(client.commandCalls(PutCommand)[0]?.args[0].input.Item).toEqual({
      pk: 'p',
      sk: 's',
      expiresAt: 5001,
      ttl: 6,
    });
    client.on(GetCommand).resolves({ Item: { pk: 'p', sk: 's', expiresAt: 5001, ttl: 6 } });
    expect(await table.get({ pk: 'p', sk: 's' })).toEqual({ pk: 'p', sk: 's', expiresAt: 5001 });
  });

  test.for([
    [true, 2, 'its own row'],
    [false, 2, 'the row of another'],
    [false, 1, 'its own row'],
  ] as const)(
    'answers a put with %s when the condition failed at the attempt %d and %s exists',
    async ([won, attempts, whose]) => {
      const { client, table } = open();
      const item = { pk: 'p', sk: 's', by: 'me' };
      client.on(PutCommand).rejects(new ConditionalCheckFailedException({ message: '', $metadata: { attempts } }));
      client.on(GetCommand).resolves({ Item: whose === 'its own row' ? item : { ...item, by: 'another' } });
      expect(await table.put(item, { when: 'absent' })).toBe(won);
    },
  );
});
