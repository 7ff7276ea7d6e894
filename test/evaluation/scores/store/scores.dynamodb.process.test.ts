import { afterAll, beforeAll, describe } from 'vitest';
import { dynamoTable } from '../../../../functions/platform/aws/table.ts';
import { hasDynamoDb, openDynamoDb } from '../../../contracts/dynamodb.ts';
import { SCORES_AT, scoresContract } from './scores.contract.ts';

const name = hasDynamoDb
  ? 'scores on DynamoDB'
  : 'scores on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let stop: (() => unknown) | undefined;
  let table: ReturnType<typeof dynamoTable>;
  beforeAll(async () => {
    const opened = await openDynamoDb();
    stop = opened.stop;
    table = dynamoTable(opened.client, opened.tableName, () => SCORES_AT);
  });
  afterAll(() => stop?.());

  scoresContract(async () => table, [1, 91, 501]);
});
