import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import type { NewCase } from '../../../functions/recordings/domain/parse-case.ts';
import { type RecordingStore, recordingStore } from '../../../functions/recordings/store/recordings.ts';
import { randomBytes } from '../../support/test-random.ts';

const START = Date.parse('2026-11-20T12:00:00Z');

let directory: string;
let table: StandaloneTable;
let recordings: RecordingStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cut-intake-'));
  table = openTable(':memory:', () => START);
  const blobs = fileBlobs(directory);
  const world = { table, blobs, now: () => START, elapsed: () => performance.now(), newId: () => 'writer' };
  recordings = recordingStore(world, 'default', { retentionMs: 3_600_000, maxBytes: null });
});
afterEach(async () => {
  await table.close();
  rmSync(directory, { recursive: true, force: true });
});

const recorded = (body: string, status = 200): NewCase => ({
  caseId: 'cut',
  appId: 'shop',
  operation: '/orders/{id}',
  method: 'GET',
  recordedAt: START,
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  session: null,
  tags: {},
  durationMs: 3,
  status,
  pinned: false,
  request: { method: 'GET', path: '/orders/1', headers: [['a', 'b']], body: null, bodyEncoding: 'utf8' },
  response: { status, headers: [], body, bodyEncoding: 'base64' },
  calls: [],
});

test('a repeat of a case without its payload leaves neither a row nor a blob', async () => {
  const body = randomBytes(400_000).toString('base64');
  expect(await recordings.add([recorded(body)])).toEqual(['accepted']);
  const [payload] = (await table.query({ pk: 'T#default#CASE#cut', prefix: 'PAYLOAD' })).items;
  expect(payload).toBeDefined();
  await table.remove({ pk: 'T#default#CASE#cut', sk: 'PAYLOAD' });
  const files = () => readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const before = files().length;
  expect(await recordings.add([{ ...recorded(body), appId: 'other' }])).toEqual(['taken']);
  expect(await recordings.payloads(['cut'])).toEqual([undefined]);
  expect(files()).toHaveLength(before);
});

test('an intake that another one overtakes between its rows leaves the case of the other', async () => {
  const whole = table.addInOrder;
  const other = recorded(randomBytes(100).toString('base64'), 201);
  table.addInOrder = async (items) => {
    table.addInOrder = whole;
    const first = await whole(items.slice(0, 1));
    expect(await recordings.add([other])).toEqual(['accepted']);
    return first + (await whole(items.slice(1)));
  };
  expect(await recordings.add([recorded(randomBytes(100).toString('base64'))])).toEqual(['duplicate']);
  expect(await recordings.find('cut')).toMatchObject({ status: 201 });
  expect((await recordings.payloads(['cut']))[0]?.response).toEqual(other.response);
});

/** As on AWS, where the rows of a case are written one after the other. */
test.for<[where: string, body: string]>([
  ['in its row', Buffer.from('small').toString('base64')],
  ['in a blob', randomBytes(400_000).toString('base64')],
])('a case with its payload %s is stored after an intake that failed between its rows', async ([, body]) => {
  const whole = table.addInOrder;
  table.addInOrder = async (items) => {
    await whole(items.slice(0, 1));
    throw new Error('the function has ended');
  };
  await expect(recordings.add([recorded(body, 500)])).rejects.toThrow('has ended');
  expect(await recordings.find('cut')).toBeUndefined();
  table.addInOrder = whole;
  expect(await recordings.add([recorded(body)])).toEqual(['accepted']);
  expect(await recordings.add([recorded(body, 500)])).toEqual(['duplicate']);
  expect(await recordings.find('cut')).toMatchObject({ status: 200 });
  expect((await recordings.payloads(['cut']))[0]?.response).toEqual(recorded(body).response);
});
