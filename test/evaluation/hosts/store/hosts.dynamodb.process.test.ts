import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../../contracts/dynamodb.ts';
import { hostsContract } from './hosts.contract.ts';

const name = hasDynamoDb
  ? 'hosts on DynamoDB'
  : 'hosts on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  hostsContract(async () => {
    const opened = await openDynamoDb();
    stop = opened.stop;
    return dynamoTable(opened.client, opened.tableName, Date.now);
  });
});
