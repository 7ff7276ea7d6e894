import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../../contracts/dynamodb.ts';
import { ledgerContract } from './ledger.contract.ts';

const name = hasDynamoDb
  ? 'the ledger on DynamoDB'
  : 'the ledger on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  ledgerContract(
    async () => {
      const opened = await openDynamoDb();
      stop = opened.stop;
      return dynamoTable(opened.client, opened.tableName, Date.now);
    },
    { writers: 8, appends: 10 },
  );
});
