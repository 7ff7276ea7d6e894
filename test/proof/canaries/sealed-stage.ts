import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { type RunningCommand, startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { openTarget } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE } from '../../support/patience.ts';
import { ADMIN_KEY, call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';

/** Each is unique, and a text that no encoding changes but the last ones. */
const canary = (location: string) => `canary-${location}-4711-90210`;

/** One that looks random where only such a value is a credential. */
const random = (location: string) => `canary-4aB7kQ9z2X-${location}`;

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
const requestsOf = (source: string): Recorded[] => [
  {
    path: `/${source}/json/reset/${random(source)}?access_token=${canary(`${source}-query`)}&code=${random(source)}&page=2&ref=${canary(`${source}-bearer`)}`,
    headers: [
      ['authorization', `Bearer ${canary(`${source}-bearer`)}`],
      ['cookie', `sid=${canary(`${source}-cookie`)}; theme=${canary(`${source}-theme`)}`],
      ['x-api-key', canary(`${source}-api-key`)],
      ['ocp-apim-subscription-key', canary(`${source}-subscription`)],
      ['x-functions-key', canary(`${source}-functions`)],
      ['dpop', canary(`${source}-dpop`)],
      ['x-note', `again ${canary(`${source}-api-key`)}`],
      ['content-type', 'application/json'],
    ],
    body: Buffer.from(
      `{ "user":"ada","password":"${canary(`${source}-password`)}","pin":471190210471190210,"slashes":"a\\/b",` +
        `"auth":{"refresh":["${canary(`${source}-refresh`)}"]},` +
        `"bearer":"${canary(`${source}-member`)}","again":"${canary(`${source}-bearer`)}",` +
        `"query":${JSON.stringify(`mutation { login(user: "ada", password: "${canary(`${source}-graphql`)}") { id } }`)},` +
        `"code":"${random(`${source}-client`)}","client_id":"shop",` +
        `"sqls":["token IN ('a', '${canary(`${source}-list`)}')","IDENTIFIED BY \\"${canary(`${source}-double`)}\\"","PASSWORD $$${canary(`${source}-dollars`)}$$"],` +
        `"sql":"INSERT INTO users (name, password) VALUES ('ada', crypt('${canary(`${source}-sql`)}', gen_salt('bf')))",` +
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
const MULTIPART: Recorded = {
  path: '/cases/multipart',
  headers: [['content-type', `multipart/form-data; boundary=${boundary}`]],
  body: multipart(canary('multipart')),
};

const answerBody = (source: string, price: number) =>
  JSON.stringify({
    access_token: canary(`${source}-issued`),
    price,
    nested: { secret: canary(`${source}-nested`) },
    again: canary(`${source}-issued`),
  });

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

interface Recording {
  url: string;
  target: string;
  home: string;
}

/** Starts `replay record`, sends it the requests of a source, and returns it. */
async function recorderOf(source: string, { url, target, home }: Recording, more: readonly string[]) {
  const listen = `127.0.0.1:${await freePort()}`;
  const recorder = startReplay(
    ['record', '--app-id', 'shop', '--target', target, '--listen', listen, '--json', ...more],
    { SVC_URL: url, SVC_TOKEN: ADMIN_KEY, HOME: home },
  );
  await recorder.said('Ctrl-C ends it.');
  for (const { path, headers, body } of requestsOf(source))
    await fetch(`http://${listen}${path}`, { method: 'POST', headers, body: body && new Uint8Array(body) });
  return recorder;
}

/** Ends a recorder and returns what it wrote. */
async function outputOf(recorder: RunningCommand): Promise<string> {
  recorder.child.kill('SIGINT');
  const { code, stdout, stderr } = await recorder.ended;
  expect(code, stderr).toBe(0);
  return stdout + stderr;
}

/** Records to a file, sealed to the public key of the service, that is posted then. */
async function recordedToFile(by: Recording, keyFile: string): Promise<string> {
  const out = join(by.home, 'cases.ndjson');
  const output = await outputOf(await recorderOf('file', by, ['--out', out, '--seal-key', keyFile]));
  const written = readFileSync(out, 'utf8');
  expect((await call(by.url, 'POST', '/api/recorder/cases', written)).body).toMatchObject({ accepted: 2 });
  return output + written;
}

/**
 * Records while the service is away; a second recorder sends what the first one left in its spool, whose text is
 * returned.
 */
async function recordedToSpool(by: Recording, keyFile: string): Promise<string> {
  const spool = join(by.home, 'spool');
  const more = ['--spool', spool, '--seal-key', keyFile];
  const recorder = await recorderOf('spool', { ...by, url: 'http://127.0.0.1:9' }, more);
  const left = await vi.waitFor(() => {
    const texts = readdirSync(spool, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
    expect(texts.join('').split('"request"').length).toBe(3);
    return texts.join('\n');
  }, PATIENCE);
  recorder.child.kill('SIGKILL');
  await recorder.ended;
  const sender = startReplay(
    ['record', '--app-id', 'shop', '--target', by.target, '--listen', '0', '--json', ...more],
    { SVC_URL: by.url, SVC_TOKEN: ADMIN_KEY, HOME: by.home },
  );
  await sender.said('Ctrl-C ends it.');
  const output = await outputOf(sender);
  expect(output).toContain('"stored":2');
  return left;
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
  const keyFile = join(by.home, 'recording-key.json');
  const keyEnv = { SVC_URL: by.url, SVC_TOKEN: ADMIN_KEY, HOME: by.home };
  writeFileSync(keyFile, (await replay(['keys', 'recording', '--json'], keyEnv)).stdout);
  const recorderOutput = [await outputOf(await recorderOf('proxy', by, [])), await recordedToFile(by, keyFile)].join(
    '\n',
  );
  const spooled = await recordedToSpool(by, keyFile);
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
    spooled,
    recorded: [...recorded, ...['har', 'gor', 'proxy', 'file', 'spool'].flatMap(requestsOf)],
    async close() {
      await service.kill();
      await target.close();
      remove();
      reports.remove();
    },
  };
}
