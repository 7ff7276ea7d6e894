import { describe, expect, test } from 'vitest';
import type { BlobRights, RowRights } from '../../functions/platform/function-uses.ts';
import { BLOB_FAMILIES, type BlobFamily } from '../../functions/platform/values/families/blob-families.ts';
import { ROW_FAMILIES, type RowFamily } from '../../functions/platform/values/families/row-families.ts';
import { DECLARED } from '../support/rights/declared-rights.ts';
import { isAllowed, isLike } from '../support/rights/policy-simulator.ts';
import { ownerOfFunction, roles } from '../support/rights/roles.ts';

/** What IAM is asked for by each method of the Table port, besides reading back what is written. */
const ROW_ACTIONS: Readonly<Record<keyof RowRights, readonly string[]>> = {
  reads: ['BatchGetItem', 'Query'],
  puts: ['PutItem'],
  batchWrites: ['BatchWriteItem'],
  updates: ['UpdateItem'],
  removes: ['DeleteItem'],
  checks: ['ConditionCheckItem'],
};
const BLOB_ACTIONS: Readonly<Record<keyof BlobRights, string>> = {
  reads: 's3:GetObject',
  writes: 's3:PutObject',
  removes: 's3:DeleteObject',
};

const rowKinds = Object.keys(ROW_ACTIONS) as (keyof RowRights)[]; // its keys
const blobKinds = Object.keys(BLOB_ACTIONS) as (keyof BlobRights)[]; // its keys
const rowFamilies = Object.keys(ROW_FAMILIES) as RowFamily[]; // its keys
const blobFamilies = Object.keys(BLOB_FAMILIES) as BlobFamily[]; // its keys

const { table, bucket, archive, policyOf, statements } = roles();
/** Whether a statement is about the stream of the table or the bucket for originals of rows. */
const isOfArchive = (resource: unknown) => /"ArchiveBucket|"StreamArn"/.test(JSON.stringify(resource));
const sample = (pattern: string) => pattern.replaceAll('*', 'acme');
const mayDo = (name: string, action: string, pk: string) =>
  isAllowed(policyOf(name), {
    action: `dynamodb:${action}`,
    resource: table,
    context: { 'dynamodb:LeadingKeys': [pk] },
  });
const may = (name: string, action: string, family: RowFamily) => mayDo(name, action, sample(ROW_FAMILIES[family]));
const names = [...DECLARED.keys()];

describe.each(names)('the role of %s', (name) => {
  const uses = DECLARED.get(name) ?? { table: {}, blobs: {} };

  test('does with rows what its function declares, and nothing else', () => {
    for (const kind of rowKinds) {
      const declared = (uses.table[kind] ?? []).map((family) => ROW_FAMILIES[family]);
      for (const family of rowFamilies) {
        const key = sample(ROW_FAMILIES[family]);
        const expected = declared.some((pattern) => isLike(pattern, key));
        for (const action of ROW_ACTIONS[kind]) expect(mayDo(name, action, key), `${action} ${key}`).toBe(expected);
      }
    }
  });

  test('does with blobs what its function declares, and nothing else', () => {
    for (const kind of blobKinds) {
      const declared = (uses.blobs[kind] ?? []).map((family) => BLOB_FAMILIES[family]);
      for (const family of blobFamilies) {
        const key = sample(BLOB_FAMILIES[family]);
        const isDeclared = declared.some((pattern) => isLike(pattern, key));
        const asked = { action: BLOB_ACTIONS[kind], resource: `${bucket}/${key}` };
        expect(isAllowed(policyOf(name), asked), `${asked.action} ${key}`).toBe(isDeclared);
      }
    }
  });

  test('has no other action on the table or the bucket', () => {
    const actions = policyOf(name)
      .filter(({ Resource }) => !isOfArchive(Resource))
      .flatMap(({ Action }) => [Action].flat());
    const known = [...Object.values(ROW_ACTIONS).flat(), 'GetItem'].map((action) => `dynamodb:${action}`);
    const stored = actions.filter((action) => /^(dynamodb|s3):/.test(action));
    expect(new Set(stored).difference(new Set([...known, ...Object.values(BLOB_ACTIONS), 's3:ListBucket']))).toEqual(
      new Set(),
    );
  });

  test('fits into a role', () => {
    // ARNs are longer than their references; IAM counts no blanks, and takes 10,240 characters.
    const longest = JSON.stringify(policyOf(name).map((statement) => ({ ...statement, Resource: [] }))).length;
    const resources = policyOf(name).flatMap(({ Resource }) => [Resource].flat());
    expect(longest + resources.length * 120).toBeLessThan(10_240);
  });
});

test('no role but those of functions has a right on rows or blobs', () => {
  const owners = new Set(names.map(ownerOfFunction));
  const foreign = statements.filter(
    ({ owner, Action }) => !owners.has(owner) && [Action].flat().some((action) => /^(dynamodb|s3):/.test(action)),
  );
  expect(foreign).toEqual([]);
});

test('every role uses the key of the service through services of AWS alone', () => {
  const direct = statements.filter(
    ({ Action, Resource, Condition }) =>
      [Action].flat().some((action) => action.startsWith('kms:')) &&
      JSON.stringify(Resource).includes('"Key') &&
      Condition?.StringLike?.['kms:ViaService'] === undefined,
  );
  expect(direct.map(({ owner, Action }) => [owner, Action])).toEqual([]);
});

describe('the archive of originals', () => {
  const about = statements.filter(({ Resource }) => isOfArchive(Resource));

  test('is written by its function alone, which reads one stream and no object', () => {
    expect(new Set(about.map(({ owner }) => owner))).toEqual(new Set([ownerOfFunction('evaluation/archiver')]));
    expect(about.flatMap(({ Action }) => Action).toSorted()).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      's3:PutObject',
    ]);
  });

  test.for<[key: string, isTaken: boolean]>([
    ['audit/T%23acme%23AUDIT/1.json', true],
    ['ledgerEvents/T%23acme%23LED%230/1.json', true],
    ['other/1.json', false],
    ['1.json', false],
  ])('takes %s from it: %s', ([key, isTaken]) => {
    const put = { action: 's3:PutObject', resource: `${archive}/${key}` };
    expect(isAllowed(policyOf('evaluation/archiver'), put)).toBe(isTaken);
    expect(isAllowed(policyOf('evaluation/archiver'), { ...put, action: 's3:GetObject' })).toBe(false);
  });
});

describe('what is only added to', () => {
  test.for<[what: string, family: RowFamily, writers: string[]]>([
    [
      'the audit log',
      'audit',
      [
        'applications/api',
        'compare/api',
        'console/api',
        'console/retention-ticker',
        'evaluation/api',
        'findings/api',
        'login/api',
        'mocks/api',
        'noise/api',
        'notifications/api',
        'recordings/api',
        'recordings/sealing-ticker',
        'replay/api',
        'report/api',
        'trials/api',
      ],
    ],
    [
      'the events of the ledger',
      'ledgerEvents',
      ['evaluation/api', 'evaluation/policy-ticker', 'evaluation/run-sweeper', 'evaluation/steps'],
    ],
  ])('is put by its writers, and updated and removed by no role: %s', ([, family, writers]) => {
    expect(names.filter((name) => may(name, 'PutItem', family)).toSorted()).toEqual(writers);
    for (const action of ['UpdateItem', 'DeleteItem', 'BatchWriteItem'])
      expect(names.filter((name) => may(name, action, family))).toEqual([]);
  });
});

test('the function that answers mocks, which needs no credential, changes no user, session, tenant or ledger', () => {
  const protectedFamilies: readonly RowFamily[] = [
    'users',
    'admins',
    'sessions',
    'tenants',
    'ledgerHeads',
    'ledgerEvents',
  ];
  for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'])
    expect(protectedFamilies.filter((family) => may('mocks/api', action, family))).toEqual([]);
  // It removes nothing at all.
  expect(rowFamilies.filter((family) => may('mocks/api', 'DeleteItem', family))).toEqual([]);
});
