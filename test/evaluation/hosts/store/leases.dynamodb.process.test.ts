import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../../contracts/dynamodb.ts';
import { leasesContract } from './leases.contract.ts';

const name = hasDynamoDb
  ? 'leases on DynamoDB'
  : 'leases on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  leasesContract(async () => {
    const clock = { now: Date.UTC(2026, 10, 22) };
    const opened = await openDynamoDb();
    stop = opened.stop;
    return { table: dynamoTable(opened.client, opened.tableName, () => clock.now), clock };
  });
});
