import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { artifactStore } from '../../../../functions/evaluation/artifacts/store/artifacts.ts';
import { BUILT_IN_RUNNER } from '../../../../functions/evaluation/domain/replay-regression/built-in-runner.ts';
import { blobUrls } from '../../../../functions/platform/standalone/blob-urls.ts';
import { type FileBlobs, fileBlobs } from '../../../../functions/platform/standalone/blobs.ts';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import type { Table } from '../../../../functions/platform/world.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T12:00:00Z');
const RUN = 'wrun_01KAWDGM00ABCDEFGHJKMNPQRS';
const ATTEMPT = 'fatt_01KAWDGM00ABCDEFGHJKMNPQRS_001';
const BUILT_IN = {
  digest: BUILT_IN_RUNNER.digest,
  bytes: BUILT_IN_RUNNER.bytes,
  kind: 'runner',
  media_type: 'a/b',
} as const;

let clock: number;
let directory: string;
let table: Table & { close(): Promise<void> };
let blobs: FileBlobs;
const now = () => clock;
const artifactsOf = (tenant: string) => artifactStore({ table, blobs, now }, tenant, [BUILT_IN]);

beforeEach(() => {
  clock = START;
  directory = mkdtempSync(join(tmpdir(), 'artifacts-'));
  table = openTable(':memory:', now);
  blobs = fileBlobs(directory, blobUrls({ publicUrl: 'http://localhost', masterKeys: [Buffer.alloc(32)], now }));
});
afterEach(async () => {
  await table.close();
  rmSync(directory, { recursive: true });
});

const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const announced = (bytes: Uint8Array, more: object = {}) =>
  ({
    digest: `sha256:${hex(bytes)}`,
    size_bytes: bytes.byteLength,
    kind: 'log',
    media_type: 'text/plain',
    ...more,
  }) as const as Parameters<ReturnType<typeof artifactsOf>['announce']>[0]; // `more` has members of it only
const staging = (bytes: Uint8Array, tenant = 'default') => `uploads/t/${tenant}/${hex(bytes)}`;
const textOf = async (stream: ReadableStream<Uint8Array> | undefined) => stream && new Response(stream).text();
const HELLO = Buffer.from('hello');
const hello = announced(HELLO);

describe('artifacts (evaluation 3.5)', () => {
  test('are committed at once for 90 days if the service writes them, also repeatedly', async () => {
    const artifacts = artifactsOf('default');
    const first = await artifacts.put({ bytes: HELLO, kind: 'evidence', media_type: 'text/plain' });
    expect(first).toEqual({
      digest: hello.digest,
      size_bytes: 5,
      media_type: 'text/plain',
      kind: 'evidence',
      visibility: 'evaluator_only',
      status: 'committed',
      created_at: START,
      committed_at: START,
      retention_until: START + 90 * DAY_MS,
    });
    clock += 1000;
    expect(await artifacts.put({ bytes: HELLO, kind: 'log', media_type: 'a/b' })).toEqual(first);
    expect(await textOf(await artifacts.bytesOf(hello.digest))).toBe('hello');
  });

  test('are committed once by 20 concurrent commits of one upload', async () => {
    const artifacts = artifactsOf('default');
    await artifacts.announce(hello);
    await blobs.put(staging(HELLO), HELLO);
    const all = await Promise.all(Array.from({ length: 20 }, () => artifacts.commit(hello.digest)));
    for (const answer of all) expect(answer).toEqual(all[0]);
    expect(all[0]).toMatchObject({ ok: true, value: { status: 'committed', committed_at: START } });
    expect(await blobs.stat(staging(HELLO))).toBeUndefined();
  });

  test.for<[code: string, uploaded: string | null]>([
    ['artifact_not_uploaded', null],
    ['size_mismatch', 'hello!'],
    ['digest_mismatch', 'hallo'],
  ])('are not committed with %s, but later with the right bytes', async ([code, uploaded]) => {
    const artifacts = artifactsOf('default');
    await artifacts.announce(hello);
    if (uploaded !== null) await blobs.put(staging(HELLO), Buffer.from(uploaded));
    expect(await artifacts.commit(hello.digest)).toMatchObject({ ok: false, code });
    expect(await artifacts.find(hello.digest)).toMatchObject({ status: 'pending', committed_at: null });
    expect(await artifacts.bytesOf(hello.digest)).toBeUndefined();
    expect(await artifacts.download(hello.digest)).toMatchObject({ code: 'artifact_not_committed' });
    await blobs.put(staging(HELLO), HELLO);
    expect(await artifacts.commit(hello.digest)).toMatchObject({ ok: true });
  });

  test('are committed by a caller with the right size, although another announced a wrong one', async () => {
    const artifacts = artifactsOf('default');
    await artifacts.announce(announced(HELLO, { size_bytes: 6 }));
    expect((await artifacts.announce(hello)).upload).not.toBeNull();
    await blobs.put(staging(HELLO), HELLO);
    expect(await artifacts.commit(hello.digest)).toMatchObject({ ok: true, value: { size_bytes: 5 } });
  });

  test('are forgotten 24 hours after an upload that was not committed', async () => {
    const artifacts = artifactsOf('default');
    await artifacts.announce(hello);
    clock += DAY_MS - 1;
    expect(await artifacts.find(hello.digest)).toMatchObject({ status: 'pending' });
    clock += 1;
    expect(await artifacts.find(hello.digest)).toBeUndefined();
    expect(await artifacts.commit(hello.digest)).toMatchObject({ code: 'not_found' });
  });

  test('lose their bytes after 90 days, and their facts after 400', async () => {
    const artifacts = artifactsOf('default');
    await artifacts.put({ bytes: HELLO, kind: 'log', media_type: 'text/plain' });
    clock += 90 * DAY_MS - 1;
    expect(await artifacts.find(hello.digest)).toMatchObject({ status: 'committed' });
    clock += 1;
    expect(await artifacts.find(hello.digest)).toMatchObject({ status: 'expired', committed_at: START });
    expect(await artifacts.bytesOf(hello.digest)).toBeUndefined();
    expect(await artifacts.download(hello.digest)).toMatchObject({ code: 'artifact_expired' });
    expect(await artifacts.commit(hello.digest)).toMatchObject({ code: 'artifact_expired' });
    clock += 310 * DAY_MS;
    expect(await artifacts.find(hello.digest)).toBeUndefined();
  });

  test('keep bytes that are written again around the expiry of the old ones', async () => {
    const artifacts = artifactsOf('default');
    const put = () => artifacts.put({ bytes: HELLO, kind: 'log', media_type: 'text/plain' });
    await put();
    const expire = (before: number) => blobs.expire({ cases: 0, plans: 0, uploads: 0, evaluation: before });
    clock += 89 * DAY_MS;
    expect(await put()).toMatchObject({ created_at: START, retention_until: clock + 90 * DAY_MS });
    const old = `evaluation/2026-11-20/t/default/cas/sha256/${hex(HELLO).slice(0, 2)}/${hex(HELLO)}`;
    expect(await blobs.stat(old)).toMatchObject({ sizeBytes: 5 });
    await blobs.remove(old);
    clock += 2 * DAY_MS;
    expect(await textOf(await artifacts.bytesOf(hello.digest))).toBe('hello');
    clock += 90 * DAY_MS;
    expect(await expire(Date.now() + 1000)).toBe(1);
    expect(await put()).toMatchObject({ status: 'committed', retention_until: clock + 90 * DAY_MS });
    expect(await textOf(await artifacts.bytesOf(hello.digest))).toBe('hello');
  });

  test('are two for the same bytes of two tenants', async () => {
    await artifactsOf('one').put({ bytes: HELLO, kind: 'log', media_type: 'text/plain' });
    const two = artifactsOf('two');
    expect(await two.find(hello.digest)).toBeUndefined();
    expect(await two.bytesOf(hello.digest)).toBeUndefined();
    expect(await two.commit(hello.digest)).toMatchObject({ code: 'not_found' });
    expect(await two.download(hello.digest)).toMatchObject({ code: 'not_found' });
    expect(await two.announce(hello)).toMatchObject({ artifact: { status: 'pending' } });
    await blobs.put(staging(HELLO, 'one'), HELLO);
    expect(await two.commit(hello.digest)).toMatchObject({ code: 'artifact_not_uploaded' });
  });

  test('include the built-in runner from the start, for every tenant (evaluation 5.6)', async () => {
    const artifacts = artifactsOf('anybody');
    const { digest, bytes, manifest } = BUILT_IN_RUNNER;
    expect(await artifacts.find(digest)).toMatchObject({ status: 'committed', kind: 'runner', retention_until: null });
    expect(await artifacts.jsonOf(digest)).toEqual(manifest);
    expect(await textOf(await artifacts.bytesOf(digest))).toBe(Buffer.from(bytes).toString());
    expect(await artifacts.keep({ bytes, kind: 'runner', media_type: 'a/b' })).toMatchObject({ isNew: false });
    expect(await artifacts.announce(announced(bytes))).toMatchObject({ upload: null });
    expect(await artifacts.commit(digest)).toMatchObject({ ok: true });
    expect(await artifacts.download(digest)).toMatchObject({ ok: true, value: { artifact: { digest } } });
    expect(await textOf(await blobs.get(`kept/built-in/${digest.slice(7)}`))).toBe(Buffer.from(bytes).toString());
  });

  test.for<[value: unknown, bytes: string]>([
    [{ a: [1, 'ü'] }, '{"a": [1, "ü"]}'],
    [undefined, '{"a":1,"a":2}'],
    [undefined, 'not JSON'],
  ])('have the value %j in JSON: %s', async ([value, text]) => {
    const artifacts = artifactsOf('default');
    const bytes = Buffer.from(text);
    await artifacts.put({ bytes, kind: 'subject', media_type: 'application/json' });
    expect(await artifacts.jsonOf(`sha256:${hex(bytes)}`)).toEqual(value);
  });
});

describe('artifacts of a run (evaluation 3.7)', () => {
  const page = { limit: 50, after: null };

  test('are listed newest first, each once with its role in this run, and tombstones stay', async () => {
    const artifacts = artifactsOf('default');
    await artifacts.put({ bytes: HELLO, kind: 'log', media_type: 'text/plain' });
    clock += 1000;
    const named = { workflow_run_id: RUN, attempt_id: ATTEMPT, role: 'case_manifest' };
    for (let again = 0; again < 3; again++) {
      await artifacts.put({ bytes: Buffer.from('later'), kind: 'evidence', media_type: 'text/plain', ...named });
      await artifacts.put({ bytes: HELLO, kind: 'log', media_type: 'text/plain', workflow_run_id: RUN });
    }
    const { items, next } = await artifacts.ofRun(RUN, page);
    expect(next).toBeNull();
    expect(items).toMatchObject([
      { kind: 'evidence', ...named },
      { digest: hello.digest, workflow_run_id: RUN },
    ]);
    expect(items[1]).not.toHaveProperty('attempt_id');
    clock += 90 * DAY_MS;
    expect((await artifacts.ofRun(RUN, page)).items.map(({ status }) => status)).toEqual(['expired', 'expired']);
    expect((await artifactsOf('other').ofRun(RUN, page)).items).toEqual([]);
  });

  test('include an upload for the run once it is committed', async () => {
    const artifacts = artifactsOf('default');
    await artifacts.announce(announced(HELLO, { workflow_run_id: RUN, attempt_id: ATTEMPT }));
    expect((await artifacts.ofRun(RUN, page)).items).toEqual([]);
    await blobs.put(staging(HELLO), HELLO);
    await artifacts.commit(hello.digest);
    expect((await artifacts.ofRun(RUN, page)).items).toMatchObject([{ status: 'committed', attempt_id: ATTEMPT }]);
  });

  test('are listed over pages without a gap', async () => {
    const artifacts = artifactsOf('default');
    for (let n = 0; n < 5; n++) {
      clock += n % 2;
      await artifacts.put({ bytes: Buffer.from([n]), kind: 'log', media_type: 'a/b', workflow_run_id: RUN });
    }
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const { items, next }: Awaited<ReturnType<typeof artifacts.ofRun>> = await artifacts.ofRun(RUN, {
        limit: 2,
        after,
      });
      seen.push(...items.map(({ digest }) => digest));
      if (next === null) break;
      after = next;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });
});
