import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { sealingContract } from './sealing.contract.ts';

const name = hasDynamoDb
  ? 'the sealing of stored recordings on DynamoDB'
  : 'the sealing of stored recordings on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  sealingContract(async (now) => {
    const opened = await openDynamoDb();
    stop = opened.stop;
    return dynamoTable(opened.client, opened.tableName, now);
  });
});
