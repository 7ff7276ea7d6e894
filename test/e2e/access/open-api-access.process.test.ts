import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { freePort } from '../../support/free-port.ts';
import { type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const TOKEN = 'an-open-api-token-of-enough-length';
const data = temporaryDataDir();
let service: RunningService;
beforeAll(async () => {
  const env = {
    HOST: '0.0.0.0',
    SVC_REPLAY_OPENAPI: 'true',
    SVC_OPENAPI_TOKEN: TOKEN,
    SVC_PUBLIC_URL: 'https://replay.internal',
    SVC_ALLOWED_HOSTS: 'replay.example',
  };
  service = await startProcess({ dataDir: data.dataDir, port: await freePort(), env });
});
afterAll(async () => {
  await service.stop();
  data.remove();
});

const BEARER = { authorization: `Bearer ${TOKEN}` };

/** The status of a poll with these headers, Host among them. */
const asked = (headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const url = `${service.url.replace('0.0.0.0', '127.0.0.1')}/openapi/v1/replay-runs/x`;
    request(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once('error', reject)
      .end();
  });

describe('the Open API off loopback', () => {
  test.for<[string, Record<string, string>, number]>([
    ['its token', BEARER, 200],
    ['no token', {}, 401],
    ['a wrong token', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['no token and the tag of any answer', { 'if-none-match': '*' }, 401],
    ['its token and the tag of any answer, of a run that is not there', { ...BEARER, 'if-none-match': '*' }, 200],
    ['its public name', { ...BEARER, host: 'replay.internal', origin: 'https://replay.internal' }, 200],
    ['a further name', { ...BEARER, host: 'replay.example:8090' }, 200],
    ['a foreign Host', { ...BEARER, host: 'evil.test' }, 421],
    ['a foreign Origin', { ...BEARER, origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }, 403],
    ['a foreign Host as its Origin', { ...BEARER, host: 'evil.test', origin: 'http://evil.test' }, 421],
  ])('answers a request as expected with %s', async ([, headers, status]) => {
    expect(await asked(headers)).toBe(status);
  });

  test('gets the token from the command line by its environment or by --token, which says when it is missing', async () => {
    const SVC_URL = service.url.replace('0.0.0.0', '127.0.0.1');
    const list = ['channels', 'list'];
    expect(await replay(list, { SVC_URL, SVC_OPENAPI_TOKEN: TOKEN })).toMatchObject({ code: 0 });
    expect(await replay([...list, '--token', TOKEN], { SVC_URL })).toMatchObject({ code: 0 });
    const behindProxy = SVC_URL.replace('//', '//ops:secret@');
    expect(await replay(list, { SVC_URL: behindProxy, SVC_OPENAPI_TOKEN: TOKEN })).toMatchObject({ code: 0 });
    const refused = await replay([...list, '--json'], { SVC_URL });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('SVC_OPENAPI_TOKEN') });
    expect(JSON.parse(refused.stdout)).toMatchObject({ errorCode: 'OPEN_API_TOKEN_NEEDED' });
    expect(refused.stderr + service.output()).not.toContain(TOKEN);
  });
});
