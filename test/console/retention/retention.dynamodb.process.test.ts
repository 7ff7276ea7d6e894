import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { retentionContract } from './retention.contract.ts';

const name = hasDynamoDb
  ? 'the retention of applications on DynamoDB'
  : 'the retention of applications on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  retentionContract(async (now) => {
    const opened = await openDynamoDb();
    stop = opened.stop;
    return dynamoTable(opened.client, opened.tableName, now);
  });
});
