import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peakResidentMiB } from '../../bench/support/measure/process-use.ts';
import { openTarget, recordedGet, type Target } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import {
  ADMIN_KEY,
  call,
  completed,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../support/running-service.ts';
import { measured } from './measured.ts';
import { PROOF_SIZES } from './proof-sizes.ts';

const MIB = 1024 * 1024;
/** Highest memory of the process in the whole test. */
const MAX_RESIDENT_MIB = 768;
const DEPTH = 400_000;

const zeros = Buffer.alloc(PROOF_SIZES.bombs.inflatedMiB * MIB);
const member = gzipSync(zeros, { level: 1 });
/** Bodies of a few KB that are many MiB when they are read. */
const COMPRESSED: Readonly<Record<string, Buffer>> = {
  gzip: Buffer.concat(Array.from({ length: PROOF_SIZES.bombs.members }, () => member)),
  deflate: deflateSync(zeros, { level: 1 }),
  'raw deflate': deflateRawSync(zeros, { level: 1 }),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  zstd: zstdCompressSync(zeros),
  'gzip in gzip': gzipSync(member),
};
const codingOf = (name: string) => (name === 'raw deflate' ? 'deflate' : name === 'gzip in gzip' ? 'gzip, gzip' : name);

const laughs = (levels: number) =>
  Array.from({ length: levels }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('');
/** Texts that grow, nest or refer without end. */
const EXPANDING: Readonly<Record<string, { type: string; body: string }>> = {
  'a billion laughs': {
    type: 'application/xml',
    body: `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "lol">${laughs(9)}]><l>&l9;</l>`,
  },
  'a quadratic entity': {
    type: 'text/xml',
    body: `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(50_000)}">]><a>${'&a;'.repeat(50_000)}</a>`,
  },
  'an entity of itself': { type: 'application/xml', body: '<!DOCTYPE a [<!ENTITY a "&a;">]><a>&a;</a>' },
  'an external entity': {
    type: 'application/xml',
    body: '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/hostname">]><a>&a;</a>',
  },
  'deep XML': { type: 'application/xml', body: '<a>'.repeat(200_000) },
  'deep HTML': { type: 'text/html', body: '<div>'.repeat(200_000) },
  'deep arrays': { type: 'application/json', body: `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}` },
  'deep objects': { type: 'application/json', body: `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}` },
  'a deep beginning': { type: 'application/json', body: '['.repeat(DEPTH) },
  'a number without end': { type: 'application/json', body: `[${'9'.repeat(DEPTH)}]` },
};

let service: RunningService;
let target: Target;
const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();
const { dataDir, remove } = temporaryDataDir();

beforeAll(async () => {
  target = await openTarget(({ url }, response) => {
    const answer = answers.get(url);
    response.writeHead(200, answer?.headers ?? {}).end(answer?.body);
  });
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'WARN' } });
});

afterAll(async () => {
  await service.stop();
  await target.close();
  remove();
});

/** Posts raw bytes. Resolves with the status. */
async function post(path: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': ADMIN_KEY, ...headers },
    body: new Uint8Array(body),
  });
  await answer.text();
  return answer.status;
}

/** Records an answer and replays it against the same, then reads what came of it as the API and the report show it. */
async function replayed(appId: string, { headers, body }: { headers: Record<string, string>; body: Buffer }) {
  const path = `/${appId}`;
  answers.set(path, { headers, body });
  const recorded = recordedGet(appId, path, null);
  const response = {
    status: 200,
    headers: Object.entries(headers),
    body: body.toString('base64'),
    bodyEncoding: 'base64',
  };
  const intake = await call(service.url, 'POST', '/api/recorder/cases', [{ ...recorded, response }]);
  // A bomb that is larger than a request may be is refused as a whole.
  if (intake.status === 413) return;
  expect(intake.body.accepted).toBe(1);
  const { planId } = (await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url }))
    .body;
  const run = await completed(service.url, planId);
  expect(run).toMatchObject({ totalCases: 1, errorMessage: null, findings: { scope: { requestsWithoutResult: 0 } } });
  const read = await call(service.url, 'GET', `/api/replays/${planId}/cases/${planId}%3A0`);
  expect(read.status).toBe(200);
  const page = await fetch(`${service.url}/report/${planId}/cases/0`, { headers: { 'x-api-key': ADMIN_KEY } });
  await page.text();
  expect(page.status).toBe(200);
}

const isAlive = async () => expect((await call(service.url, 'GET', '/healthz')).body).toEqual({ status: 'ok' });

describe('compressed bodies', () => {
  test.for(Object.entries(COMPRESSED))('are refused or bounded in a request: %s', async ([name, bomb]) => {
    const coding = { 'content-encoding': codingOf(name) };
    for (const [path, type] of [
      ['/v1/logs', 'application/json'],
      ['/v1/logs', 'application/x-protobuf'],
      ['/api/recorder/cases', 'application/json'],
      ['/openapi/v1/replay-triggers', 'application/json'],
      ['/api/recorder/imports?appId=bomb&format=goreplay', 'application/octet-stream'],
    ] as const) {
      const status = await post(path, bomb, { ...coding, 'content-type': type });
      expect([400, 413, 415, 422], `${path} ${status}`).toContain(status);
    }
    await isAlive();
  });

  test.for(Object.entries(COMPRESSED))(
    'are bounded in a recorded and replayed answer: %s',
    { timeout: 90_000 },
    async ([name, bomb]) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': codingOf(name) };
      await replayed(`coded-${name.replaceAll(' ', '-')}`, { headers, body: bomb });
      await isAlive();
    },
  );
});

describe('expanding texts', () => {
  test.for(Object.entries(EXPANDING))(
    'are bounded in a recorded and replayed answer: %s',
    { timeout: 90_000 },
    async ([name, { type, body }]) => {
      await replayed(name.replaceAll(' ', '-'), { headers: { 'content-type': type }, body: Buffer.from(body) });
      await isAlive();
    },
  );
});

describe('files of other tools', () => {
  const entry = (content: object) => ({
    startedDateTime: '2026-11-20T10:00:00Z',
    request: { method: 'GET', url: 'http://shop.test/a', headers: [], queryString: [] },
    response: { status: 200, headers: [{ name: 'content-encoding', value: 'gzip' }], content },
  });
  test('are stored as sent from a HAR with endlessly compressed contents', {
    timeout: 90_000,
  }, async () => {
    const text = member.toString('base64');
    const entries = Array.from({ length: 10 }, () =>
      entry({ mimeType: 'application/json', encoding: 'base64', size: zeros.length, text }),
    );
    const har = Buffer.from(JSON.stringify({ log: { version: '1.2', entries } }));
    const status = await post('/api/recorder/imports?appId=har&format=har', har, {
      'content-type': 'application/json',
    });
    expect(status).toBe(200);
    await isAlive();
  });
  test.for([
    ['har', '{"log":'],
    ['har', '['],
    ['goreplay', '🐵🙈🙉\n'],
  ] as const)('are refused or bounded in a file of %s that repeats %j', async ([format, piece]) => {
    const body = Buffer.from(piece.repeat(300_000)).subarray(0, 3 * MIB);
    expect([200, 422]).toContain(await post(`/api/recorder/imports?appId=file&format=${format}`, body, {}));
    await isAlive();
  });
});

test('the process stays within its memory', (context) => {
  const peak = peakResidentMiB(service.pid);
  measured(context, 'peak memory of the service', peak, 'MiB');
  measured(context, 'bombs', Object.keys(COMPRESSED).length * 6 + Object.keys(EXPANDING).length + 4);
  expect(peak).toBeLessThan(MAX_RESIDENT_MIB);
});
