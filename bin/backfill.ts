import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { backfill } from '../functions/platform/aws/backfill.ts';
import { MIGRATIONS } from '../functions/platform/migrations/migrations.ts';
import { latestVersion } from '../functions/platform/migrations/pending-migrations.ts';

/**
 * `SVC_TABLE_NAME=… npm run backfill`: brings every row of a deployment's table to the version of this checkout, while
 * the service runs.
 */
const { SVC_TABLE_NAME: tableName } = process.env;
const dynamo = new DynamoDBClient({});
const ended = tableName
  ? await backfill(dynamo, tableName, { migrations: MIGRATIONS }).catch((fault: Error) => fault.name)
  : 'SVC_TABLE_NAME is missing';
dynamo.destroy();
if (typeof ended === 'string') fail(ended);
else if (ended.outcome === 'newer')
  fail(
    `the table holds data of version ${ended.version}, and this version of the service knows data up to version ${latestVersion(MIGRATIONS)}`,
  );
else process.stdout.write(`every row has version ${ended.version}; ${ended.rewritten} were rewritten\n`);

function fail(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
