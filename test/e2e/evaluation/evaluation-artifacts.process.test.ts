import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MANIFEST_KINDS } from '../../../functions/evaluation/domain/artifacts/artifact.ts';
import { canonicalJson, digestOfJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { call } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { randomBytes } from '../../support/test-random.ts';

const PATH = '/api/v1/eval/artifacts';
const MIB = 1024 * 1024;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const stage = serviceAndTarget((_, response) => void response.end());
const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
  call(stage.service.url, 'POST', path, body, headers);
const get = (path: string, headers?: Record<string, string>) =>
  call(stage.service.url, 'GET', path, undefined, headers);
const create = (body: object | string) => post(PATH, body);
const digestOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const announce = (bytes: Uint8Array, more: object = {}) =>
  create({
    kind: 'native_result',
    media_type: 'application/octet-stream',
    digest: digestOf(bytes),
    size_bytes: bytes.byteLength,
    ...more,
  });
const upload = (to: { url: string; method: string; headers: Record<string, string> }, body: Uint8Array) =>
  fetch(to.url, { method: to.method, headers: to.headers, body: Buffer.from(body) });

describe('an inline artifact (evaluation 3.5)', () => {
  const inline = { kind: 'subject', media_type: 'application/json' };

  test('is committed in canonical form under the digest of its value, with 200 the next time', async () => {
    const content = { b: [1.0, 1e30, 4.5, 0.002], a: '€\u000f', ö: true, A: null };
    const first = await create(
      '{"kind":"subject", "media_type":"application/json", "content": {"b":[1.0,1e30,4.50,0.002],"a":"\\u20ac\\u000f","\\u00f6":true,"A":null}}',
    );
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      digest: 'sha256:4b935043a491240ee95a8d5b586b8ed4670618e8396d64d69b48145c2e90055a',
      size_bytes: Buffer.byteLength(canonicalJson(content)),
      media_type: 'application/json',
      kind: 'subject',
      visibility: 'control_plane',
      status: 'committed',
      created_at: TIME,
      committed_at: TIME,
      retention_until: TIME,
    });
    expect(first.headers.get('location')).toBe(`${PATH}/${first.body.digest}`);
    const again = await create({ ...inline, content });
    expect([again.status, again.body]).toEqual([200, first.body]);

    const { body: download } = await get(`${PATH}/${first.body.digest}/download`);
    expect(download).toEqual({
      url: expect.any(String),
      method: 'GET',
      expires_at: TIME,
      size_bytes: first.body.size_bytes,
      digest: first.body.digest,
      media_type: 'application/json',
    });
    expect(await (await fetch(download.url)).text()).toBe(canonicalJson(content));
    for (const colon of [':', '%3A', '%3a'])
      expect((await get(`${PATH}/${first.body.digest.replace(':', colon)}`)).body).toEqual(first.body);
  });

  test('is stored unchanged from base64', async () => {
    const bytes = randomBytes(1000);
    const { status, body } = await create({
      kind: 'log',
      media_type: 'text/plain',
      content_base64: bytes.toString('base64'),
    });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ digest: digestOf(bytes), size_bytes: 1000, visibility: 'evaluator_only' }),
    ]);
    expect((await get(`${PATH}/${body.digest}`)).body).toEqual(body);
  });

  test.for<[code: string, status: number, pointer: string | null, body: object | string]>([
    ['duplicate_key', 400, null, '{"kind":"subject","media_type":"a/b","content":{"x":{"a":1,"\\u0061":2}}}'],
    ['number_out_of_range', 422, null, '{"kind":"subject","media_type":"a/b","content":[9007199254740993]}'],
    ['validation_failed', 422, '#/content', '{"kind":"subject","media_type":"a/b","content":"\\ud800"}'],
    ['invalid_json', 400, null, '{"kind":"subject",'],
    ['validation_failed', 422, '#/kind', { media_type: 'a/b', content: {} }],
    ['validation_failed', 422, '#/kind', { ...inline, kind: 'other', content: {} }],
    ['validation_failed', 422, '#/media_type', { kind: 'log', content: {} }],
    ['validation_failed', 422, '#/media_type', { ...inline, media_type: 'a/b\r\nx: y', content: {} }],
    ['validation_failed', 422, '#/visibility', { ...inline, visibility: 'all', content: {} }],
    ['validation_failed', 422, '#/content_base64', { ...inline, content: {}, content_base64: '' }],
    ['validation_failed', 422, '#/content_base64', { ...inline, content_base64: 'a b' }],
    ['validation_failed', 422, '#/digest', inline],
    ['validation_failed', 422, '#/size_bytes', { ...inline, digest: digestOfJson({}) }],
    ['validation_failed', 422, '#/size_bytes', { ...inline, digest: digestOfJson({}), size_bytes: 500 * MIB + 1 }],
    ['validation_failed', 422, '#/size_bytes', { ...inline, digest: digestOfJson({}), size_bytes: -1 }],
    ...MANIFEST_KINDS.map((kind): [string, number, string, object] => [
      ...(['validation_failed', 422, '#/size_bytes'] as const),
      { ...inline, kind, digest: digestOfJson({}), size_bytes: MIB + 1 },
    ]),
    ['invalid_digest', 422, '#/digest', { ...inline, digest: digestOfJson({}).toUpperCase(), size_bytes: 1 }],
    ['digest_mismatch', 422, null, { ...inline, content: {}, digest: digestOfJson([]) }],
    ['size_mismatch', 422, null, { ...inline, content: {}, size_bytes: 3 }],
    ['target_not_found', 422, null, { ...inline, content: {}, workflow_run_id: 'wrun_01KAWDGM00ABCDEFGHJKMNPQRS' }],
    ['target_not_found', 422, null, { ...inline, content: {}, attempt_id: 'fatt_01KAWDGM00ABCDEFGHJKMNPQRS_001' }],
    [
      'inconsistent_target',
      422,
      null,
      {
        ...inline,
        content: {},
        attempt_id: 'fatt_01KAWDGM00ABCDEFGHJKMNPQRS_001',
        workflow_run_id: 'wrun_01KAWDGM00ABCDEFGHJKMNPQRT',
      },
    ],
  ])('is refused with %s %i %s: %j', async ([code, status, pointer, body]) => {
    const answer = await create(body);
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code, status, instance: PATH })]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    if (pointer !== null) expect(answer.body.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  test.for<[status: number, bytes: number]>([
    [201, MIB],
    [413, MIB + 1],
  ])('is answered with %i for %i bytes in the body', async ([status, size]) => {
    const bytes = Buffer.alloc(size, 'x');
    expect((await create({ kind: 'log', media_type: 'a/b', content_base64: bytes.toString('base64') })).status).toBe(
      status,
    );
    expect((await create({ kind: 'log', media_type: 'a/b', content: 'x'.repeat(size - 2) })).status).toBe(status);
  });

  test('may be announced instead with 1 MiB as a manifest, or above as a result', async () => {
    const announced = { ...inline, digest: digestOf(Buffer.from('never sent')), size_bytes: MIB };
    expect((await create(announced)).status).toBe(201);
    expect((await create({ ...announced, kind: 'native_result', size_bytes: MIB + 1 })).status).toBe(201);
  });

  test('has its integers and names checked only within its content', async () => {
    const content = { n: 1 };
    const body = `{"kind":"log","other":{"a":1,"a":9007199254740993},"media_type":"a/b","content":${JSON.stringify(content)}}`;
    expect((await create(body)).status).toBe(201);
  });
});

describe('an upload (evaluation 3.5)', () => {
  test('is committed and downloaded through a signed address with 40 MiB', async () => {
    const bytes = randomBytes(40 * MIB);
    const { status, body } = await announce(bytes);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        status: 'pending',
        committed_at: null,
        retention_until: null,
        upload: { url: expect.any(String), method: 'PUT', headers: expect.any(Object), expires_at: TIME },
      }),
    ]);
    expect((await get(`${PATH}/${body.digest}/download`)).body).toMatchObject({
      code: 'artifact_not_committed',
      status: 409,
    });
    expect((await post(`${PATH}/${body.digest}/commit`)).body).toMatchObject({
      code: 'artifact_not_uploaded',
      status: 409,
    });
    expect((await upload(body.upload, bytes)).status).toBe(200);
    const committed = await post(`${PATH}/${body.digest}/commit`);
    expect([committed.status, committed.body]).toEqual([
      200,
      expect.objectContaining({ status: 'committed', size_bytes: 40 * MIB, digest: body.digest }),
    ]);
    const { body: download } = await get(`${PATH}/${body.digest}/download`);
    const got = new Uint8Array(await (await fetch(download.url)).arrayBuffer());
    expect(digestOf(got)).toBe(body.digest);

    const again = await announce(bytes);
    expect([again.status, again.body]).toEqual([200, committed.body]);
  });

  test('takes no more memory with 100 MiB than with 40 MiB', async () => {
    const through = async (bytes: Uint8Array) => {
      const { body } = await announce(bytes);
      await upload(body.upload, bytes);
      const { status } = await post(`${PATH}/${body.digest}/commit`);
      const { body: download } = await get(`${PATH}/${body.digest}/download`);
      return [status, (await (await fetch(download.url)).arrayBuffer()).byteLength];
    };
    await through(randomBytes(40 * MIB));
    const before = peakMemory();
    expect(await through(randomBytes(100 * MIB))).toEqual([200, 100 * MIB]);
    // A copy of the bytes would add 60 MiB.
    expect(peakMemory() - before).toBeLessThan(45 * MIB);
  });

  test('is refused if it differs from its announcement, and may be tried again', async () => {
    const bytes = randomBytes(10_000);
    const { body } = await announce(bytes);
    const tampered = Buffer.from(bytes);
    tampered[5_000] = (tampered[5_000] ?? 0) ^ 1;
    expect((await upload(body.upload, tampered)).status).toBe(400);
    expect((await upload(body.upload, bytes.subarray(1))).status).toBe(400);
    expect((await post(`${PATH}/${body.digest}/commit`)).body).toMatchObject({ code: 'artifact_not_uploaded' });
    expect((await upload(body.upload, bytes)).status).toBe(200);
    const all = await Promise.all(Array.from({ length: 20 }, () => post(`${PATH}/${body.digest}/commit`)));
    expect(new Set(all.map((one) => one.status))).toEqual(new Set([200]));
    expect(new Set(all.map((one) => one.body.committed_at)).size).toBe(1);
  });

  test('is refused with a changed or missing credential in the address', async () => {
    const { body } = await announce(randomBytes(10));
    const url = new URL(body.upload.url);
    expect((await fetch(url, { method: 'GET' })).status).toBe(403);
    url.searchParams.set('size', '11');
    expect((await fetch(url, { method: 'PUT', body: 'x'.repeat(11) })).status).toBe(403);
  });
});

describe('an artifact by digest (evaluation 3.5)', () => {
  test.for(['sha256:', 'sha256:AB', `sha256:${'0'.repeat(64)}`, 'x'])('is 404 for %s', async (digest) => {
    for (const { status, body } of [
      await get(`${PATH}/${digest}`),
      await get(`${PATH}/${digest}/download`),
      await post(`${PATH}/${digest}/commit`),
    ])
      expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('is the built-in runner from the start (evaluation 5.6)', async () => {
    const digest = 'sha256:da647cd04704fa45bb4e52543f35ac2d142445e5db9aa1bd26399a0f81c48363';
    expect((await get(`${PATH}/${digest}`)).body).toMatchObject({ status: 'committed', kind: 'runner' });
    const { body } = await get(`${PATH}/${digest}/download`);
    expect(digestOf(new Uint8Array(await (await fetch(body.url)).arrayBuffer()))).toBe(digest);
    const content = JSON.parse(await (await fetch(body.url)).text());
    expect((await create({ kind: 'runner', media_type: 'application/json', content })).status).toBe(200);
  });

  test('needs eval:read for reading and eval:run for everything else', async () => {
    const { body: reader } = await post('/api/api-keys', { name: 'reader', scopes: ['eval:read'] });
    const { body } = await create({ kind: 'log', media_type: 'a/b', content: 'mine' });
    const asReader = { 'x-api-key': reader.body.key };
    expect((await get(`${PATH}/${body.digest}`, asReader)).status).toBe(200);
    expect((await post(PATH, { kind: 'log', media_type: 'a/b', content: 1 }, asReader)).status).toBe(403);
    expect((await post(`${PATH}/${body.digest}/commit`, undefined, asReader)).status).toBe(403);
    expect((await get(`${PATH}/${body.digest}`, { 'x-api-key': 'unknown' })).status).toBe(401);
  });

  test('is not listed for an unknown run', async () => {
    for (const run of ['wrun_01KAWDGM00ABCDEFGHJKMNPQRS', 'x'])
      expect((await get(`/api/v1/eval/runs/${run}/artifacts`)).body).toMatchObject({ code: 'not_found', status: 404 });
  });
});

/** Peak memory of the service's process so far, in bytes. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${stage.service.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
