import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiFunction } from '../../../functions/composition/aws/api-application.ts';
import { apiFunction } from '../../../functions/composition/aws/api-function.ts';
import { keys } from '../../../functions/platform/aws/ports/keys.ts';
import { table } from '../../../functions/platform/aws/ports/table.ts';
import { AWS_VARIABLES } from '../../../functions/platform/settings/config.ts';

const ADDRESS = 'https://a1-vpce-1.execute-api.eu-west-1.amazonaws.com/live';

/** The ports that every function of the API has. */
const PORTS = { table, keys };
type PortNames = keyof typeof PORTS;

/** A function that answers with the address that it knows, and how often it was composed. */
function addressFunction(streams = false) {
  const mountApi = vi.fn(() => ({ routes: [], pages: [], prefixes: [] }));
  const adds: ApiFunction<PortNames>['adds'] = (app, { publicUrl }) => {
    app.get('/address', (context) => context.text(publicUrl));
  };
  const capability = { streams, mountApi };
  const declared = { capability, adds } as unknown as ApiFunction<PortNames>; // nothing else of a capability is looked at
  return { mountApi, handler: apiFunction(declared, PORTS) };
}

/** A request for it, with what a caller can choose. */
const event = (publicUrl: string | null) =>
  ({
    httpMethod: 'GET',
    path: '/address',
    headers: {},
    multiValueHeaders: { Host: ['evil.test'], 'X-Forwarded-Host': ['evil.test'], publicUrl: ['https://evil.test'] },
    multiValueQueryStringParameters: { publicUrl: ['https://evil.test'] },
    requestContext: { domainName: 'evil.test', path: '/evil/address', stage: 'live' },
    stageVariables: publicUrl === null ? null : { publicUrl },
    body: null,
    isBase64Encoded: false,
  }) as unknown as APIGatewayProxyEvent; // what is looked at of it

const CONTEXT = { awsRequestId: 'r', getRemainingTimeInMillis: () => 29_000 };

beforeEach(() => {
  for (const name of AWS_VARIABLES) vi.stubEnv(name, `arn:aws:test:eu-west-1:1:${name}`);
  vi.stubEnv('SVC_LOG_LEVEL', 'SILENT');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('a function of the API', () => {
  test('has the address of its stage, whatever the caller sends, and is composed once', async () => {
    const { handler, mountApi } = addressFunction();
    for (let request = 0; request < 2; request++) {
      const { body } = (await handler(event(ADDRESS), CONTEXT)) as APIGatewayProxyResult; // what does not stream
      expect(body).toBe(ADDRESS);
    }
    expect(mountApi).toHaveBeenCalledTimes(1);
  });

  test('answers nothing without a stage that says its address', () => {
    const { handler } = addressFunction();
    vi.stubEnv('SVC_PUBLIC_URL', '');
    expect(() => handler(event(null), CONTEXT)).toThrow('SVC_PUBLIC_URL is missing');
  });

  test('is marked as one that streams before its first event', () => {
    const streamifyResponse = vi.fn((marked: unknown) => marked);
    vi.stubGlobal('awslambda', { streamifyResponse });
    const { handler } = addressFunction(true);
    expect(streamifyResponse.mock.results[0]?.value).toBe(handler);
  });
});
