import { isDeepStrictEqual } from 'node:util';
import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { migratedRow } from '../migrations/migrated-row.ts';
import { isRowMigration, type Migration } from '../migrations/migration.ts';
import { FIRST_VERSION, latestVersion, pendingMigrations } from '../migrations/pending-migrations.ts';
import { CONFLICT, retryOnConflict } from '../table/retry-on-conflict.ts';
import type { Item, Key } from '../world.ts';
import { withTtl } from './table-expressions.ts';
import { itemOf } from './table-query.ts';

/** Which version every row has, and how far a backfill to the next one has got. */
const PROGRESS: Key = { pk: 'SYSTEM#MIGRATION', sk: 'BACKFILL' };
const Progress = v.object({
  version: v.number(),
  /** Null where none is unfinished. */
  underWay: v.nullable(v.object({ to: v.number(), after: v.object({ pk: v.string(), sk: v.string() }) })),
});
type Progress = v.InferOutput<typeof Progress>;

/** Each try is lost to a write of the service on the same row. */
const RETRY = { subject: 'a row', maxTries: 20 };

/** What came of a backfill. */
export type Backfilled =
  | { outcome: 'done'; version: number; rewritten: number }
  | { outcome: 'newer'; version: number };

interface Options {
  migrations: readonly Migration[];
  /** Rows that a page of the scan reads; DynamoDB itself ends a page at 1 MB. */
  pageRows?: number;
}

/**
 * Rewrites every row of the table that has an old form, while the service runs (docs/upgrades.md): each row on
 * condition that it is as it was read. A backfill that is interrupted continues at its last page; two at the same time
 * do the same work twice and no harm.
 */
export async function backfill(
  dynamo: DynamoDBClient,
  tableName: string,
  { migrations, pageRows }: Options,
): Promise<Backfilled> {
  const client = DynamoDBDocumentClient.from(dynamo, {
    marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
    unmarshallOptions: { wrapNumbers: Number },
  });
  const to = latestVersion(migrations);
  const { version, underWay } = await readProgress();
  const pending = pendingMigrations(version, migrations);
  if (pending === 'newer') return { outcome: 'newer', version };
  if (pending.length === 0) return { outcome: 'done', version, rewritten: 0 };

  const rowMigrations = pending.filter(isRowMigration);
  let after: Key | undefined = underWay?.to === to ? underWay.after : undefined;
  let rewritten = 0;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ExclusiveStartKey: after, Limit: pageRows }),
    );
    for (const row of page.Items ?? []) if (await rewrite(row)) rewritten++;
    // The key of a row of the table itself.
    after = page.LastEvaluatedKey as Key | undefined;
    if (after) await writeProgress({ version, underWay: { to, after } });
  } while (after);
  await writeProgress({ version: to, underWay: null });
  return { outcome: 'done', version: to, rewritten };

  /** Whether the row had an old form and has its new one now. */
  function rewrite(scanned: Record<string, unknown>): Promise<boolean> {
    let row: Record<string, unknown> | undefined = scanned;
    return retryOnConflict(async () => {
      const migrated: Item | null = row === undefined ? null : migratedRow(rowMigrations, itemOf(row));
      if (row === undefined || migrated === null) return false;
      if (await replace(row, migrated)) return true;
      row = await read(migrated);
      return CONFLICT;
    }, RETRY);
  }

  /**
   * Changes what differs; false where the row is not any more what was read. What the service adds in the meantime
   * stays.
   */
  async function replace(row: Record<string, unknown>, migrated: Item): Promise<boolean> {
    const next: Record<string, unknown> = withTtl(migrated);
    const names = [...new Set([...Object.keys(row), ...Object.keys(next)])];
    const numbered = names.map((name, at) => ({ name, at, isChanged: !isDeepStrictEqual(row[name], next[name]) }));
    const changed = numbered.filter(({ isChanged }) => isChanged);
    const sets = changed.filter(({ name }) => next[name] !== undefined);
    const removes = changed.filter(({ name }) => next[name] === undefined);
    try {
      await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { pk: row.pk, sk: row.sk },
          UpdateExpression: [
            ...(sets.length ? [`SET ${sets.map(({ at }) => `#n${at} = :to${at}`).join(', ')}`] : []),
            ...(removes.length ? [`REMOVE ${removes.map(({ at }) => `#n${at}`).join(', ')}`] : []),
          ].join(' '),
          ConditionExpression: numbered
            .map(({ name, at }) => (name in row ? `#n${at} = :was${at}` : `attribute_not_exists(#n${at})`))
            .join(' AND '),
          ExpressionAttributeNames: Object.fromEntries(numbered.map(({ name, at }) => [`#n${at}`, name])),
          ExpressionAttributeValues: Object.fromEntries([
            ...numbered.filter(({ name }) => name in row).map(({ name, at }) => [`:was${at}`, row[name]]),
            ...sets.map(({ name, at }) => [`:to${at}`, next[name]]),
          ]),
        }),
      );
      return true;
    } catch (fault) {
      if (fault instanceof ConditionalCheckFailedException) return false;
      throw fault;
    }
  }

  async function read({ pk, sk }: Key): Promise<Record<string, unknown> | undefined> {
    const asked = new GetCommand({ TableName: tableName, Key: { pk, sk }, ConsistentRead: true });
    return (await client.send(asked)).Item;
  }

  async function readProgress(): Promise<Progress> {
    const row = await read(PROGRESS);
    return row ? v.parse(Progress, row) : { version: FIRST_VERSION, underWay: null };
  }

  async function writeProgress(progress: Progress): Promise<void> {
    await client.send(new PutCommand({ TableName: tableName, Item: { ...PROGRESS, ...progress } }));
  }
}
