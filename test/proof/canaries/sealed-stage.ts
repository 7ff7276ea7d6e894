import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { replay, startReplay } from '../../cli/replay-process.ts';
import { openTarget } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed, freePort, startProcess, temporaryDataDir } from '../../support/running-service.ts';

/** Each is unique, and a text that no encoding changes but the last ones. */
const canary = (place: string) => `canary-${place}-4711-90210`;

interface Recorded {
  path: string;
  headers: [string, string][];
  body: Buffer | null;
}

const boundary = 'x-parts';
const multipart = (password: string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="password"\r\n\r\n${password}\r\n`),
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n`),
    Buffer.from('content-type: image/png\r\n\r\n'),
    Buffer.of(0x89, 0xff, 0, 0xfe),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/** Requests with credentials in every place, as they were recorded. */
export const requestsOf = (source: string): Recorded[] => [
  {
    path: `/${source}/json?access_token=${canary(`${source}-query`)}&page=2`,
    headers: [
      ['authorization', `Bearer ${canary(`${source}-bearer`)}`],
      ['cookie', `sid=${canary(`${source}-cookie`)}; theme=${canary(`${source}-theme`)}`],
      ['x-api-key', canary(`${source}-api-key`)],
      ['content-type', 'application/json'],
    ],
    body: Buffer.from(
      `{ "user":"ada","password":"${canary(`${source}-password`)}","pin":471190210471190210,"slashes":"a\\/b",` +
        `"auth":{"refresh":["${canary(`${source}-refresh`)}"]},` +
        `"text":${JSON.stringify(JSON.stringify({ clientSecret: canary(`${source}-inner`) }))} }`,
    ),
  },
  {
    path: `/${source}/form`,
    headers: [
      ['authorization', `Basic ${Buffer.from(`ada:${canary(`${source}-basic`)}`).toString('base64')}`],
      ['content-type', 'application/x-www-form-urlencoded'],
    ],
    body: Buffer.from(`user=ada&password=${canary(`${source}-form`)}%2B%26+x&csrf_token=${canary(`${source}-csrf`)}`),
  },
];

/** The same that only a recorder can send: a form with a file. */
export const MULTIPART: Recorded = {
  path: '/cases/multipart',
  headers: [['content-type', `multipart/form-data; boundary=${boundary}`]],
  body: multipart(canary('multipart')),
};

const answerBody = (source: string, price: number) =>
  JSON.stringify({ access_token: canary(`${source}-issued`), price, nested: { secret: canary(`${source}-nested`) } });

const side = (body: Buffer | null) =>
  body === null ? { body: null } : { body: body.toString('base64'), bodyEncoding: 'base64' };

const caseOf = (recorded: Recorded, index: number) => ({
  appId: 'shop',
  caseId: `sealed-${index}`,
  // Texts of the head name credentials of their own case.
  ...(index === 0 && { session: `session-of-${canary('cases-cookie')}`, tags: { user: canary('cases-bearer') } }),
  request: { method: 'POST', path: recorded.path, headers: recorded.headers, ...side(recorded.body) },
  response: {
    status: 200,
    headers: [
      ['content-type', 'application/json'],
      ['set-cookie', `sid=${canary('cases-set-cookie')}; Path=/; HttpOnly`],
    ],
    body: answerBody('cases', 1),
  },
  calls: [
    {
      kind: 'http',
      target: 'accounts',
      operation: 'POST /token',
      request: { headers: [['authorization', `Bearer ${canary('call-bearer')}`]], body: { password: canary('call') } },
      response: { token: canary('call-issued'), echo: index === 0 ? canary('cases-bearer') : 'none' },
    },
  ],
});

const har = (requests: readonly Recorded[]) => ({
  log: {
    version: '1.2',
    entries: requests.map(({ path, headers, body }) => ({
      startedDateTime: new Date(Date.now() - 60_000).toISOString(),
      time: 5,
      request: {
        method: 'POST',
        url: `https://shop.test${path}`,
        headers: headers.map(([name, value]) => ({ name, value })),
        postData: { mimeType: headers.at(-1)?.[1], text: body?.toString() },
      },
      response: {
        status: 200,
        headers: [{ name: 'set-cookie', value: `sid=${canary('har-set-cookie')}` }],
        content: { mimeType: 'application/json', text: answerBody('har', 1) },
      },
    })),
  },
});

const goReplay = (requests: readonly Recorded[]) =>
  requests
    .flatMap(({ path, headers, body }, index) => {
      const id = `${index + 1}`.padStart(24, 'a');
      const head = [...headers, ['host', 'shop.test'], ['content-length', `${body?.length ?? 0}`]];
      const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const answer = answerBody('gor', 1);
      const time = `${Date.now() - 60_000 + index}000000`;
      return [
        `1 ${id} ${time} 0\nPOST ${path} HTTP/1.1\r\n${lines}\r\n${body}`,
        `2 ${id} ${time} 1\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`,
      ];
    })
    .map((record) => `${record}\n🐵🙈🙉\n`)
    .join('');

/** Records requests by `replay record`, to the service or, sealed to its public key, to a file that is posted then. */
async function recordedByProxy(
  source: string,
  { url, target, home, isFile }: { url: string; target: string; home: string; isFile: boolean },
): Promise<string> {
  const env = { SVC_URL: url, SVC_TOKEN: ADMIN_KEY, HOME: home };
  const [keyFile, out] = [join(home, 'recording-key.json'), join(home, 'cases.ndjson')];
  const listen = `127.0.0.1:${await freePort()}`;
  if (isFile) writeFileSync(keyFile, (await replay(['keys', 'recording', '--json'], env)).stdout);
  const recorder = startReplay(
    ['record', '--app-id', 'shop', '--target', target, '--listen', listen, '--json'].concat(
      isFile ? ['--out', out, '--seal-key', keyFile] : [],
    ),
    env,
  );
  try {
    await recorder.said('Ctrl-C ends it.');
    for (const { path, headers, body } of requestsOf(source))
      await fetch(`http://${listen}${path}`, { method: 'POST', headers, body: body && new Uint8Array(body) });
  } finally {
    recorder.child.kill('SIGINT');
  }
  const { code, stdout, stderr } = await recorder.ended;
  expect(code, stderr).toBe(0);
  const written = isFile ? readFileSync(out, 'utf8') : '';
  if (isFile) expect((await call(url, 'POST', '/api/recorder/cases', written)).body).toMatchObject({ accepted: 2 });
  return stdout + stderr + written;
}

/** A service that has recorded, imported and replayed requests with credentials in every place. */
export async function sealedStage() {
  const { dataDir, remove } = temporaryDataDir();
  const reports = temporaryDataDir();
  const target = await openTarget(({ url }, response) => {
    const source = url.split('/')[1] ?? '';
    response.setHeader('content-type', 'application/json');
    response.setHeader('set-cookie', `sid=${canary('replayed-set-cookie')}; Path=/`);
    response.end(answerBody(`replayed-${source}`, 2));
  });
  const service = await startProcess({
    dataDir,
    port: await freePort(),
    env: { SVC_LOG_LEVEL: 'DEBUG' },
    nodeArguments: ['--report-on-signal', `--report-directory=${reports.dataDir}`],
  });
  const recorded = [...requestsOf('cases'), MULTIPART];
  const taken = await call(service.url, 'POST', '/api/recorder/cases', recorded.map(caseOf));
  expect(taken.body).toMatchObject({ accepted: recorded.length, rejected: [] });
  for (const [format, file] of [
    ['har', JSON.stringify(har(requestsOf('har')))],
    ['goreplay', goReplay(requestsOf('gor'))],
  ] as const) {
    const answer = await fetch(`${service.url}/api/recorder/imports?appId=shop&format=${format}`, {
      method: 'POST',
      headers: { 'x-api-key': ADMIN_KEY },
      body: file,
    });
    expect(await answer.json()).toMatchObject({ accepted: 2, rejected: [] });
  }
  const by = { url: service.url, target: target.url, home: reports.dataDir };
  const recorderOutput = [
    await recordedByProxy('proxy', { ...by, isFile: false }),
    await recordedByProxy('file', { ...by, isFile: true }),
  ].join('\n');
  target.seen.length = 0;
  const { body: started } = await call(service.url, 'POST', '/openapi/v1/replay-triggers', {
    appId: 'shop',
    targetEnv: target.url,
  });
  const planId = String(started.planId);
  await completed(service.url, planId);

  return {
    service,
    target,
    dataDir,
    reportsDir: reports.dataDir,
    planId,
    recorderOutput,
    recorded: [...recorded, ...['har', 'gor', 'proxy', 'file'].flatMap(requestsOf)],
    async close() {
      await service.kill();
      await target.close();
      remove();
      reports.remove();
    },
  };
}
