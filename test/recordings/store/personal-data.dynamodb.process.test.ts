import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { personalDataContract } from './personal-data.contract.ts';

const name = hasDynamoDb
  ? 'counts of personal data on DynamoDB'
  : 'counts of personal data on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  personalDataContract(async () => {
    const opened = await openDynamoDb();
    stop = opened.stop;
    return dynamoTable(opened.client, opened.tableName, () => 0);
  });
});
