import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { caseVersionsContract } from './case-versions.contract.ts';

const name = hasDynamoDb
  ? 'versions of recordings on DynamoDB'
  : 'versions of recordings on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  caseVersionsContract(async () => {
    const clock = { now: 0 };
    const opened = await openDynamoDb();
    stop = opened.stop;
    return { table: dynamoTable(opened.client, opened.tableName, () => clock.now), clock };
  });
});
