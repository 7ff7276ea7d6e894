import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { recordingKeysContract } from './recording-keys.contract.ts';

const name = hasDynamoDb
  ? 'data keys of recordings on DynamoDB'
  : 'data keys of recordings on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  recordingKeysContract(async () => {
    const opened = await openDynamoDb();
    stop = opened.stop;
    return { table: dynamoTable(opened.client, opened.tableName, () => 0) };
  });
});
