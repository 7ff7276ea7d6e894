import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ListTablesCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { freePort } from '../support/free-port.ts';

const BINARY = new URL('../../node_modules/@dynoxide/linux-x64/dynoxide', import.meta.url);
const INDEXES = ['i1', 'i2', 'i3'];

/** Whether these tests can reach a real DynamoDB API. */
export const hasDynamoDb = process.env.DYNAMODB_ENDPOINT !== undefined || existsSync(BINARY);

/** Connects to DYNAMODB_ENDPOINT, or starts its own server, and creates a table like that of the stack. */
export async function openDynamoDb(options: DynamoDBClientConfig = {}) {
  const server = process.env.DYNAMODB_ENDPOINT === undefined ? await startServer() : undefined;
  const endpoint = process.env.DYNAMODB_ENDPOINT ?? server?.endpoint ?? '';
  const client = new DynamoDBClient({
    ...options,
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await untilAnswering(client);
  const tableName = `contract-${process.pid}-${Date.now()}`;
  const names = ['pk', 'sk', ...INDEXES.flatMap((index) => [`${index}pk`, `${index}sk`])];
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keySchema(''),
      GlobalSecondaryIndexes: INDEXES.map((index) => ({
        IndexName: `${index}-index`,
        KeySchema: keySchema(index),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1 }, { TableName: tableName });
  const stop = () => {
    client.destroy();
    server?.stop();
  };
  return { client, endpoint, tableName, stop };
}

const keySchema = (index: string) => [
  { AttributeName: `${index}pk`, KeyType: 'HASH' as const },
  { AttributeName: `${index}sk`, KeyType: 'RANGE' as const },
];

async function startServer() {
  const port = await freePort();
  const child = spawn(BINARY.pathname, ['serve', '--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') };
}

async function untilAnswering(client: DynamoDBClient): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.send(new ListTablesCommand({}));
      return;
    } catch (cause) {
      if (tries === 50) throw new Error('the DynamoDB server does not answer', { cause });
      await sleep(100);
    }
  }
}
