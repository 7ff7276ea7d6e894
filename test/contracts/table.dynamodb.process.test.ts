import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from './dynamodb.ts';
import { tableContract } from './table.contract.ts';

const name = hasDynamoDb
  ? 'the Table port on DynamoDB'
  : 'the Table port on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  tableContract(async () => {
    const clock = { now: 0 };
    const opened = await openDynamoDb();
    stop = opened.stop;
    return { table: dynamoTable(opened.client, opened.tableName, () => clock.now), clock };
  });
});
