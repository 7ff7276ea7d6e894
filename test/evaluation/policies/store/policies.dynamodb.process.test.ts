import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../../contracts/dynamodb.ts';
import { policiesContract } from './policies.contract.ts';

const name = hasDynamoDb
  ? 'online policies on DynamoDB'
  : 'online policies on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  policiesContract(async () => {
    const opened = await openDynamoDb();
    stop = opened.stop;
    return dynamoTable(opened.client, opened.tableName, Date.now);
  });
});
