import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { endpoints } from '../../../functions/logs/api/endpoints.ts';
import { consoleFamily } from '../../../functions/platform/http/families.ts';
import { streamingLambdaHandler } from '../../../functions/platform/http/lambda-handler.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { exportOf, iso, recordAt, TRACE } from '../../logs/api/log-stage.ts';
import { ADMIN_KEY, temporaryDataDir } from '../../support/running-service.ts';

interface Prelude {
  statusCode: number;
  headers: Record<string, string>;
}
type StreamingHandler = (event: object, answer: Writable, context: object) => Promise<void>;

const preludes: Prelude[] = [];
// What the Lambda runtime puts into every function's globals.
vi.stubGlobal('awslambda', {
  streamifyResponse: (handler: StreamingHandler) => handler,
  HttpResponseStream: {
    from(answer: Writable, prelude: Prelude) {
      preludes.push(prelude);
      return answer;
    },
  },
});

const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_ADMIN_KEY: ADMIN_KEY, SVC_LOG_LEVEL: 'SILENT' });
const { world, close } = openStandaloneWorld(config);
const handler = streamingLambdaHandler([consoleFamily(endpoints)], world, config) as unknown as StreamingHandler; // the type of Lambda's own function

afterAll(async () => {
  await close();
  remove();
});

async function invoke(httpMethod: string, path: string, query: Record<string, string[]> = {}, body = '') {
  const headers = { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json' };
  const event = {
    ...{ path, httpMethod, headers, resource: '/{proxy+}' },
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    multiValueQueryStringParameters: query,
    requestContext: { httpMethod, path, domainName: 'api', identity: {} },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  };
  const answer = new PassThrough();
  const [read] = await Promise.all([text(answer), handler(event, answer, {})]);
  return { ...preludes.at(-1), body: read };
}

test('behind API Gateway a lookup streams what the standalone service streams, however large', async () => {
  for (let part = 0; part < 8; part++) {
    const records = Array.from({ length: 1000 }, (_, n) => recordAt(part * 1000 + n, 'x'.repeat(1000)));
    expect(await invoke('POST', '/v1/logs', {}, exportOf(...records))).toMatchObject({ statusCode: 200, body: '{}' });
  }
  const query = { trace_id: [TRACE], since: [iso(0)], until: [iso(8000)] };
  const answer = await invoke('GET', '/api/recorder/logs', query);
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': expect.any(String) },
  });
  // More than a Lambda function may answer at once.
  expect(answer.body.length).toBeGreaterThan(6 * 1024 * 1024);
  expect(JSON.parse(answer.body).rows).toHaveLength(8000);
});

test('a parameter given twice is still seen', async () => {
  const answer = await invoke('GET', '/api/recorder/logs', { trace_id: [TRACE, TRACE] });
  expect(answer.body).toContain('unsupported logs query parameter: trace_id');
});
