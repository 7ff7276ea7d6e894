import { afterAll, describe } from 'vitest';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { caseSessionsContract } from './case-sessions.contract.ts';

const name = hasDynamoDb
  ? 'sessions of cases on DynamoDB'
  : 'sessions of cases on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  afterAll(() => stop?.());

  caseSessionsContract(async () => {
    const clock = { now: 0 };
    const opened = await openDynamoDb();
    stop = opened.stop;
    return { table: dynamoTable(opened.client, opened.tableName, () => clock.now), clock };
  });
});
