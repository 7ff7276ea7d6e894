import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { jsonOfStored, storedJson } from '../../../functions/platform/values/stored-json.ts';
import type { NewCase } from '../../../functions/recordings/domain/parse-case.ts';
import { CasePayload } from '../../../functions/recordings/domain/recorded-case.ts';
import { MAX_VERSIONS } from '../../../functions/recordings/domain/versions/case-version.ts';
import { type RecordingStore, recordingStore } from '../../../functions/recordings/store/recordings.ts';
import { randomBytes } from '../../support/test-random.ts';
import type { OpenedTable } from './case-sessions.contract.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T12:00:00Z');
const request = { method: 'GET', path: '/orders/1', headers: [], body: null, bodyEncoding: 'utf8' } as const;
const bodyOf = (text: string) => ({ status: 200, headers: [], body: text, bodyEncoding: 'utf8' as const });

const recorded = (caseId: string, body: string, pinned = false): NewCase => ({
  caseId,
  appId: 'shop',
  operation: '/orders/{id}',
  method: 'GET',
  recordedAt: START,
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  session: null,
  tags: {},
  durationMs: 3,
  status: 200,
  pinned,
  request: { ...request, headers: [] },
  response: bodyOf(body),
  calls: [],
});

/** Versions of recordings, on any table (interface 13). */
export function caseVersionsContract(open: () => Promise<OpenedTable>) {
  let opened: OpenedTable;
  let directory: string;
  let recordings: RecordingStore;
  let tenants = 0;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'case-versions-'));
    opened = await open();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  beforeEach(() => {
    opened.clock.now = START;
    tenants++;
    recordings = storeOf();
  });
  const storeOf = (shorterByMs = 0): RecordingStore =>
    recordingStore(
      {
        table: opened.table,
        blobs: fileBlobs(directory),
        now: () => opened.clock.now,
        elapsed: () => performance.now(),
        newId: () => 'writer',
      },
      `tenant-${tenants}`,
      { retentionMs: 96 * HOUR, shorterByMs: async () => shorterByMs },
    );

  const editable = async (caseId: string) => {
    const found = await recordings.versions.editable(caseId);
    if (found === undefined) throw new Error('there is no such case');
    return found;
  };
  async function accept(caseId: string, body: string, status = 200, read?: Awaited<ReturnType<typeof editable>>) {
    const found = read ?? (await editable(caseId));
    const version = (found.head.lastVersion ?? 1) + 1;
    return recordings.versions.accept(found, {
      payload: storedJson({
        request,
        response: bodyOf(body),
        calls: [],
        acceptedVersion: { version, at: opened.clock.now },
        credentialMode: 'seal',
      }),
      status,
      accepted: {
        version,
        before: found.head.accepted?.version ?? 1,
        from: { planId: 'p', planItemId: 'p:0' },
        by: 'ann',
        at: opened.clock.now,
      },
    });
  }
  const payloadOf = async (caseId: string) => (await recordings.payloads([caseId]))[0];
  const current = async (caseId: string) => {
    const [[payload], head] = await Promise.all([recordings.payloads([caseId]), recordings.find(caseId)]);
    return [head?.accepted?.version ?? 1, head?.status, payload?.response?.body];
  };
  const numbers = async (caseId: string) =>
    (await recordings.versions.list(caseId))?.map(({ version, isCurrent }) => [version.version, isCurrent]);
  const restore = (caseId: string, version: number) => recordings.versions.restore(caseId, () => version);
  const blobs = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
  const large = () => randomBytes(400_000).toString('base64');

  test.each([true, false])(
    'an accepted version is current, and the one before is restored (pinned: %s)',
    async (pinned) => {
      await recordings.add([recorded('a', 'old', pinned)]);
      expect(await accept('a', 'new', 201)).toBe(true);
      expect(await current('a')).toEqual([2, 201, 'new']);
      expect((await recordings.find('a'))?.pinned).toBe(pinned);
      expect(await numbers('a')).toEqual([
        [1, false],
        [2, true],
      ]);
      expect(await restore('a', 1)).toBe('restored');
      expect(await current('a')).toEqual([1, 200, 'old']);
      expect((await recordings.find('a'))?.accepted).toBeUndefined();
      expect(await restore('a', 1)).toBe('current');
      expect(await restore('a', 7)).toBe('no such version');
      expect(await restore('none', 1)).toBe('no such case');
      expect(await restore('a', 2)).toBe('restored');
      expect(await current('a')).toEqual([2, 201, 'new']);
    },
  );

  test('calls are counted by service as recorded, whatever the version, until the recording is removed', async () => {
    const call = {
      kind: 'http' as const,
      operation: 'GET /',
      request: '{}',
      response: '{}',
      error: null,
      durationMs: null,
    };
    const calls = ['stock', 'stock', 'prices'].map((target) => ({ ...call, target }));
    await recordings.add([{ ...recorded('a', 'old'), calls }, recorded('b', 'other')]);
    const counted = {
      services: [
        { service: 'stock', calls: 2 },
        { service: 'prices', calls: 1 },
      ],
      since: null,
      uncountedPins: 0,
    };
    expect(await recordings.callsOf('shop')).toEqual(counted);
    await accept('a', 'new');
    await recordings.pin('a');
    expect(await recordings.callsOf('shop')).toEqual(counted);
    await recordings.remove('a');
    expect(await recordings.callsOf('shop')).toEqual({ ...counted, services: [] });
  });

  test('a version is read whether it is current or not, and gone ones are not', async () => {
    await recordings.add([recorded('a', 'old'), recorded('b', 'other')]);
    const bodies = async (version?: number) => {
      const wanted = { caseId: 'a', version };
      const [[many], [sent]] = await Promise.all([
        recordings.storedVersions([wanted, { caseId: 'b' }]),
        recordings.toSend([{ ...wanted, hasHead: false, hasPayload: true }]),
      ]);
      const all = [await recordings.versions.payload(wanted), many, sent?.stored];
      const texts = await Promise.all(
        all.map(async (stored) => {
          const bytes = await stored?.bytes();
          return bytes && v.parse(CasePayload, jsonOfStored(bytes)).response?.body;
        }),
      );
      expect(new Set(texts).size).toBe(1);
      return texts[0];
    };
    const statusWith = async (version: number) => {
      const head = await recordings.find('a');
      return head && (await recordings.versions.headWith(head, version))?.status;
    };
    expect([await bodies(), await bodies(1), await bodies(2)]).toEqual(['old', 'old', undefined]);
    await accept('a', 'new', 201);
    expect([await bodies(), await bodies(2), await bodies(3)]).toEqual(['old', 'new', undefined]);
    expect([await statusWith(1), await statusWith(2), await statusWith(3)]).toEqual([200, 201, undefined]);
    await restore('a', 1);
    expect([await bodies(), await bodies(2)]).toEqual(['old', 'new']);
    expect([await statusWith(1), await statusWith(2)]).toEqual([200, 201]);
    const read = await editable('a');
    expect(await recordings.replacePayload('a', { payload: storedJson(await payloadOf('a')), credentials: null })).toBe(
      true,
    );
    expect(await accept('a', 'late', 200, read)).toBe(false);
    expect(await bodies()).toBe('old');
    for (let at = 0; at < MAX_VERSIONS; at++) await accept('a', `new ${at}`);
    expect([await bodies(), await bodies(2)]).toEqual(['old', undefined]);
  });

  test('a number is never used again', async () => {
    await recordings.add([recorded('a', 'old')]);
    await accept('a', 'second');
    await restore('a', 1);
    await accept('a', 'third');
    expect(await numbers('a')).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(await current('a')).toEqual([3, 200, 'third']);
  });

  test('of two versions that were made of the same one, the second is not stored', async () => {
    await recordings.add([recorded('a', 'old')]);
    const read = await editable('a');
    expect(await accept('a', 'second', 200, read)).toBe(true);
    expect(await accept('a', 'other', 200, read)).toBe(false);
    expect(await current('a')).toEqual([2, 200, 'second']);
  });

  test('a version that was made before a pin is not stored', async () => {
    await recordings.add([recorded('a', 'old')]);
    const read = await editable('a');
    expect(await recordings.pin('a')).toBe(true);
    expect(await accept('a', 'second', 200, read)).toBe(false);
    expect(await current('a')).toEqual([1, 200, 'old']);
  });

  test(`the first version and the newest are stored, ${MAX_VERSIONS} in total`, async () => {
    await recordings.add([recorded('a', 'old')]);
    for (let version = 2; version <= MAX_VERSIONS + 3; version++) await accept('a', `version ${version}`);
    const stored = (await numbers('a'))?.map(([version]) => version);
    expect(stored).toEqual([1, ...Array.from({ length: MAX_VERSIONS - 1 }, (_, at) => at + 5)]);
    expect(await restore('a', 1)).toBe('restored');
    expect(await current('a')).toEqual([1, 200, 'old']);
  });

  test('versions expire, are pinned and are deleted with their recording', async () => {
    await recordings.add([recorded('rolling', 'old'), recorded('kept', 'old'), recorded('gone', 'old')]);
    for (const caseId of ['rolling', 'kept', 'gone']) await accept(caseId, 'new');
    await recordings.pin('kept');
    await recordings.remove('gone');
    expect(await restore('gone', 1)).toBe('no such case');
    opened.clock.now = START + 97 * HOUR;
    expect(await restore('rolling', 1)).toBe('no such case');
    expect(await recordings.versions.earlierPayloads('rolling')).toEqual([]);
    expect(await recordings.versions.earlierPayloads('gone')).toEqual([]);
    expect(await restore('kept', 1)).toBe('restored');
    expect(await current('kept')).toEqual([1, 200, 'old']);
  });

  test('large versions keep their bytes through pins and restores, and leave none behind', async () => {
    const before = blobs();
    const [first, second] = [large(), large()];
    await recordings.add([recorded('a', first)]);
    await accept('a', second);
    expect(blobs() - before).toBe(2);
    await recordings.pin('a');
    expect(blobs() - before).toBe(2);
    await restore('a', 1);
    expect(await current('a')).toEqual([1, 200, first]);
    await recordings.unpin('a');
    await restore('a', 2);
    expect(await current('a')).toEqual([2, 200, second]);
    await recordings.remove('a');
    expect(blobs() - before).toBe(0);
  });

  test('the bytes of an application count its versions', async () => {
    await recordings.add([recorded('a', 'old')]);
    const before = (await recordings.bytesOf('shop')).rolling;
    await accept('a', 'new');
    expect((await recordings.bytesOf('shop')).rolling).toBeGreaterThan(before);
    await recordings.remove('a');
    expect((await recordings.bytesOf('shop')).rolling).toBe(0);
  });

  test('an accepted recording is as old as its acceptance', async () => {
    await recordings.add([recorded('a', 'old', true), recorded('b', 'old')]);
    const since = START + HOUR;
    expect((await recordings.olderThan('shop', '/orders/{id}', since)).count).toBe(2);
    opened.clock.now = since + 1;
    await accept('a', 'new');
    const older = await recordings.olderThan('shop', '/orders/{id}', since);
    expect(older).toMatchObject({ count: 1, pinned: 0 });
    // An application that keeps recordings for a shorter time.
    const { endsAt } = await storeOf(48 * HOUR).olderThan('shop', '/orders/{id}', since);
    expect(endsAt).toBe((older.endsAt ?? 0) - 48 * HOUR);
  });
}
