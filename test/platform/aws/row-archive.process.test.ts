import { DeleteItemCommand, PutItemCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Context, DynamoDBRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { archiver } from '../../../functions/composition/aws/functions/evaluation.ts';
import { auditStore } from '../../../functions/login/store/audit.ts';
import { blobs } from '../../../functions/platform/aws/ports/blobs.ts';
import { table } from '../../../functions/platform/aws/ports/table.ts';
import { rowArchive } from '../../../functions/platform/aws/row-archive.ts';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { AWS_VARIABLES } from '../../../functions/platform/settings/config.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { evaluationProcess, runIn } from '../../evaluation/ledger/store/ledger-stage.ts';
import { deployedService } from '../../lib/deployed-service.ts';
import { newId } from '../../support/test-random.ts';

const BUCKET = 'archive';
const objects = new Map<string, string>();
const logged: { message: string; facts: unknown }[] = [];
const log = { error: (message: string, facts?: unknown) => void logged.push({ message, facts }) };
const s3 = mockClient(S3Client);
// Test files of a worker share the client.
afterAll(() => s3.restore());
const archive = rowArchive(new S3Client({ region: 'eu-west-1' }), BUCKET, log);

/** S3 with Object Lock: no object without a checksum, and here none for a key that has one. */
function takesObjects(): void {
  s3.reset();
  s3.on(PutObjectCommand, { Bucket: BUCKET, IfNoneMatch: '*', ChecksumAlgorithm: 'SHA256' }).callsFake(
    ({ Key, Body }) => {
      if (objects.has(Key)) refuse(412);
      objects.set(Key, Body);
      return {};
    },
  );
}

function refuse(httpStatusCode: number): never {
  throw new S3ServiceException({ name: 'Refused', $fault: 'server', $metadata: { httpStatusCode } });
}

beforeEach(() => {
  objects.clear();
  logged.length = 0;
  takesObjects();
});

const record = (pk: string, sk: string, image: NonNullable<DynamoDBRecord['dynamodb']>['NewImage'], more = {}) =>
  ({
    eventName: 'INSERT',
    dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage: image, SequenceNumber: sk },
    ...more,
  }) as DynamoDBRecord; // what is looked at of it

describe('the archive of rows', () => {
  const AUDIT = 'T#acme#AUDIT';

  test('has an object for each row, with every digit, in one order of its members', async () => {
    const image = { sk: { S: '1' }, pk: { S: AUDIT }, m: { M: { b: { N: '1.00000000000000000001' }, a: { L: [] } } } };
    expect(await archive([record(AUDIT, '1', image)])).toEqual({ batchItemFailures: [] });
    expect([...objects]).toEqual([
      [
        'audit/T%23acme%23AUDIT/1.json',
        '{"m":{"M":{"a":{"L":[]},"b":{"N":"1.00000000000000000001"}}},"pk":{"S":"T#acme#AUDIT"},"sk":{"S":"1"}}',
      ],
    ]);
  });

  test('stays as it is for a record that comes again, for a changed row, and for one that was removed and put again', async () => {
    await archive([record(AUDIT, '1', { who: { S: 'ann' } })]);
    const before = [...objects];
    const forged = { who: { S: 'bob' } };
    for (const again of [
      record(AUDIT, '1', { who: { S: 'ann' } }),
      record(AUDIT, '1', forged),
      record(AUDIT, '1', forged, { eventName: 'MODIFY' }),
    ])
      expect(await archive([again])).toEqual({ batchItemFailures: [] });
    expect([...objects]).toEqual(before);
  });

  test('reports a changed row, without its key and values, and does not take it for an original', async () => {
    await archive([record(AUDIT, 'key-1', { who: { S: 'bob' } }, { eventName: 'MODIFY' })]);
    expect(objects.size).toBe(0);
    expect(logged).toEqual([{ message: 'a row that is only added to was changed', facts: { family: 'audit' } }]);
  });

  test.for(['T#acme#LED', 'T#acme#RUN#wrun_1', 'T#acme#APP#x#AUDIT', 'SYSTEM#USER#AUDIT', 'T##AUDIT', 'T#a#LED#1#x'])(
    'has no row of another family: %s',
    async (pk) => {
      expect(await archive([record(pk, '1', { a: { S: 'b' } })])).toEqual({ batchItemFailures: [] });
      expect(objects.size).toBe(0);
    },
  );

  test('has Lambda bring again the records that could not be stored, and only these', async () => {
    s3.on(PutObjectCommand, { Key: 'audit/T%23acme%23AUDIT/2.json' }).callsFake(() => refuse(500));
    const records = ['1', '2', '3'].map((sk) => record(AUDIT, sk, { secret: { S: 'value' } }));
    expect(await archive(records)).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect(objects.size).toBe(2);
    expect(logged.map(({ message }) => message)).toEqual(['a row was not archived']);
    expect(JSON.stringify(logged)).not.toContain('value');
    takesObjects();
    expect(await archive(records)).toEqual({ batchItemFailures: [] });
    expect(objects.size).toBe(3);
  });

  test('has the whole batch brought again for a record that it cannot read', async () => {
    const unreadable = { eventName: 'INSERT', dynamodb: {} };
    expect(await archive([unreadable])).toEqual({ batchItemFailures: [{ itemIdentifier: '' }] });
  });

  test('is written by a function that knows its bucket, and by none without one', async () => {
    for (const name of AWS_VARIABLES) vi.stubEnv(name, `arn:aws:test:eu-west-1:1:${name}`);
    vi.stubEnv('SVC_PUBLIC_URL', 'https://replay.shop.test');
    vi.stubEnv('SVC_LOG_LEVEL', 'SILENT');
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    const context = { awsRequestId: 'r' } as Context; // what is looked at of it
    const event = { Records: [record(AUDIT, '1', { who: { S: 'ann' } })] };
    try {
      const handler = archiver({ table, blobs });
      vi.stubEnv('SVC_ARCHIVE_BUCKET_NAME', '');
      await expect(handler(event, context)).rejects.toThrow('SVC_ARCHIVE_BUCKET_NAME is missing');
      vi.stubEnv('SVC_ARCHIVE_BUCKET_NAME', BUCKET);
      expect(await handler(event, context)).toEqual({ batchItemFailures: [] });
      expect([...objects.keys()]).toEqual(['audit/T%23acme%23AUDIT/1.json']);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe.runIf(hasDynamoDb)('the archive of what a table streams', () => {
  let opened: Awaited<ReturnType<typeof openDynamoDb>>;
  let streamArn: string;
  beforeAll(async () => {
    opened = await openDynamoDb();
    const { TableDescription } = await opened.client.send(
      new UpdateTableCommand({
        TableName: opened.tableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      }),
    );
    streamArn = TableDescription?.LatestStreamArn ?? '';
  }, 30_000);
  afterAll(() => opened.stop());

  /** A request to the API of streams, which the SDK has another client for. */
  async function streams(name: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
    const credential = 'Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
    const answer = await fetch(opened.endpoint, {
      method: 'POST',
      headers: {
        'x-amz-target': `DynamoDBStreams_20120810.${name}`,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-date': '20260101T000000Z',
        authorization: `AWS4-HMAC-SHA256 ${credential}`,
      },
      body: JSON.stringify(body),
    });
    return answer.json();
  }

  async function streamed(): Promise<DynamoDBRecord[]> {
    const { StreamDescription } = await streams('DescribeStream', { StreamArn: streamArn });
    const records: DynamoDBRecord[] = [];
    for (const { ShardId } of StreamDescription.Shards) {
      const position = { StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
      let { ShardIterator } = await streams('GetShardIterator', position);
      for (let isMore = true; isMore; ) {
        const page = await streams('GetRecords', { ShardIterator });
        records.push(...page.Records);
        isMore = page.Records.length > 0;
        ShardIterator = page.NextShardIterator;
      }
    }
    return records;
  }

  test('has every audit entry and every event of the ledger, and no other row', async () => {
    const rows = dynamoTable(opened.client, opened.tableName, Date.now);
    const tenant = 'acme';
    const audit = auditStore({ table: rows, now: Date.now, newId }, tenant);
    for (let n = 0; n < 5; n++) await audit.note({ name: 'ann' }, 'rule.added', { appId: 'shop', n });
    const { ledger, runs, head, started } = evaluationProcess(rows, tenant);
    const run = await runIn({ ledger, runs, head, started });
    await ledger.appendPolicyEvent('opol_1', { type: 'online_policy.evaluated', payload: { part: 0.1, runs: [run] } });
    await ledger.appendPolicyEvent('opol_1', { type: 'online_policy.evaluated', payload: { part: 0.2 } });

    const records = await streamed();
    const brought = records.filter((one) => patterns().some((pattern) => fits(pattern, one)));
    expect(brought.length).toBeGreaterThan(0);
    expect(brought.length).toBeLessThan(records.length);
    // What the filter leaves out is of no archived family.
    await archive(records.filter((one) => !brought.includes(one)));
    expect(objects.size).toBe(0);

    // Twice, since Lambda brings records at least once.
    for (let n = 0; n < 2; n++) expect(await archive(brought)).toEqual({ batchItemFailures: [] });
    const { items } = await rows.query({ pk: `T#${tenant}#AUDIT` });
    const { items: events } = await rows.query({ pk: `T#${tenant}#LED#0` });
    expect(items).toHaveLength(5);
    expect(events.length).toBeGreaterThanOrEqual(2);
    const keyOf = (family: string, { pk, sk }: { pk: string; sk: string }) =>
      `${family}/${encodeURIComponent(pk)}/${encodeURIComponent(sk)}.json`;
    expect([...objects.keys()].toSorted()).toEqual(
      [...items.map((item) => keyOf('audit', item)), ...events.map((item) => keyOf('ledgerEvents', item))].toSorted(),
    );
    expect(logged).toEqual([]);

    // An original can be put back as it was.
    for (const [key, text] of objects) {
      const { pk, sk } = JSON.parse(text);
      const row = { pk: pk.S, sk: sk.S };
      const found = await rows.get(row);
      await opened.client.send(new DeleteItemCommand({ TableName: opened.tableName, Key: { pk, sk } }));
      await opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item: JSON.parse(text) }));
      expect(await rows.get(row), key).toEqual(found);
    }
  });
});

type Pattern = Readonly<Record<string, unknown>>;

/** The filters of the stream in the template. */
function patterns(): Pattern[] {
  const mappings = deployedService({ archiveYears: 1 })
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(({ name }) => name.startsWith('Archive'));
  return mappings.flatMap(({ Properties }) => {
    const { Filters } = Properties.FilterCriteria as { Filters: { Pattern: string }[] }; // untyped JSON
    return Filters.map(({ Pattern }) => JSON.parse(Pattern));
  });
}

/**
 * Whether a filter of an event source lets a record through (Lambda, filter rule syntax). Throws for a rule that is
 * unknown here.
 */
function fits(pattern: unknown, value: unknown): boolean {
  if (!Array.isArray(pattern))
    return Object.entries(pattern as Pattern).every(([name, rule]) =>
      fits(rule, (value as Pattern | undefined)?.[name]),
    );
  return pattern.some((rule) => {
    if (typeof rule === 'string') return rule === value;
    const [[name, wanted]] = Object.entries(rule) as [[string, unknown]]; // a rule has one member
    if (name === 'exists') return (value !== undefined) === wanted;
    if (name === 'prefix') return String(value ?? '').startsWith(String(wanted));
    if (name === 'suffix') return String(value ?? '').endsWith(String(wanted));
    throw new Error(`no such rule: ${name}`);
  });
}
