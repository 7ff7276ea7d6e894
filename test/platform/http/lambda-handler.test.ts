import type { Context } from 'aws-lambda';
import { afterAll, describe, expect, test } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { endpoints as openApiEndpoints } from '../../../functions/open-api/endpoints.ts';
import { consoleFamily, openApiFamily } from '../../../functions/platform/http/families.ts';
import { lambdaHandler } from '../../../functions/platform/http/lambda-handler.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { endpoints as recorderEndpoints } from '../../../functions/recorder-api/endpoints.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, temporaryDataDir } from '../../support/running-service.ts';

const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_ADMIN_KEY: ADMIN_KEY, SVC_LOG_LEVEL: 'SILENT' });
const { world, close } = openStandaloneWorld(config);
const openApi = lambdaHandler([openApiFamily(openApiEndpoints, config)], world, config);
const recorder = lambdaHandler([consoleFamily(recorderEndpoints)], world, config);

afterAll(async () => {
  await close();
  remove();
});

/** A proxy event as a private REST API sends it (Lambda proxy integration, payload format 1.0). */
function event(
  httpMethod: string,
  path: string,
  body: string | Buffer | null = null,
  query: Record<string, string[]> = {},
) {
  const headers = { 'x-api-key': [ADMIN_KEY], 'content-type': ['application/json'] };
  return {
    resource: '/{proxy+}',
    path,
    httpMethod,
    headers: Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders: headers,
    queryStringParameters: Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.at(-1)])),
    multiValueQueryStringParameters: query,
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      httpMethod,
      path,
      stage: 'v1',
      requestId: 'r',
      identity: { sourceIp: '10.0.0.1', userAgent: 'test' },
    },
    // Every media type is binary to the API, so text comes encoded as well.
    body: body === null ? null : Buffer.from(body).toString('base64'),
    isBase64Encoded: body !== null,
  };
}

type Handler = typeof openApi;
async function invoke(handler: Handler, ...request: Parameters<typeof event>) {
  // middy's handler type knows several kinds of event; this is the one that API Gateway sends.
  const answer = (await handler(
    event(...request) as unknown as Parameters<Handler>[0],
    { awsRequestId: 'r' } as Context,
  )) as {
    statusCode: number;
    body: string;
    headers?: Record<string, string>;
    multiValueHeaders?: Record<string, string[]>;
  };
  return {
    status: answer.statusCode,
    body: JSON.parse(answer.body),
    headers: { ...answer.headers, ...answer.multiValueHeaders },
  };
}

describe('a family behind API Gateway answers what the standalone service answers', () => {
  test('a business error of the trigger', async () => {
    expect(await invoke(openApi, 'POST', '/openapi/v1/replay-triggers', '{}')).toMatchObject({
      status: 200,
      body: { errorCode: 'MISSING_APP_ID' },
    });
  });

  test('unreadable JSON, unknown path, wrong method', async () => {
    expect(await invoke(openApi, 'POST', '/openapi/v1/replay-triggers', '{')).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_JSON' },
    });
    expect(await invoke(openApi, 'GET', '/openapi/v1/nothing')).toMatchObject({ status: 404 });
    const wrong = await invoke(openApi, 'GET', '/openapi/v1/replay-triggers');
    expect(wrong.status).toBe(405);
    expect(JSON.stringify(wrong.headers)).toContain('POST');
  });

  test('text in a body, whatever its alphabet', async () => {
    expect(await invoke(recorder, 'PUT', '/api/apps/ä%20shop/settings', '{"replay":{"maxQps":7}}', {})).toMatchObject({
      status: 200,
      body: { replay: { maxQps: 7 } },
    });
    const recorded = JSON.stringify([recordedGet('ä shop', '/a', { name: '价格' }, { caseId: 'c1' })]);
    expect((await invoke(recorder, 'POST', '/api/recorder/cases', recorded)).body).toMatchObject({ accepted: 1 });
    const stored = await invoke(recorder, 'GET', '/api/recorder/cases/c1');
    expect(stored.body).toMatchObject({ appId: 'ä shop', response: { body: '{"name":"价格"}' } });
  });

  test('a binary body, and a query with repeated and encoded values', async () => {
    const gor = Buffer.from(`1 1 1700000000000000000\nGET /a HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(
      await invoke(recorder, 'POST', '/api/recorder/imports', gor, { appId: ['ä shop'], format: ['goreplay'] }),
    ).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(await invoke(recorder, 'GET', '/api/recorder/apps')).toMatchObject({
      status: 200,
      body: { items: [{ appId: 'ä shop' }] },
    });
  });
});
