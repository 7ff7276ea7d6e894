/**
 * Source that imports the bundle in the working directory and, for a function of the API, sends its first event, of a
 * path that no function knows. `status` is that of the answer. The first argument says what the function is.
 */
export const FIRST_EVENT = `
  import { PassThrough } from 'node:stream';
  let status = null;
  const from = (answer, { statusCode }) => ((status = statusCode), answer);
  globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from } };
  const { handler } = await import('./index.mjs');
  const event = {
    httpMethod: 'GET', path: '/none', headers: {}, multiValueHeaders: {}, multiValueQueryStringParameters: null,
    requestContext: { domainName: 'replay.shop.test', identity: { sourceIp: '10.0.0.1' } },
    stageVariables: { publicUrl: 'https://replay.shop.test/live' }, body: null, isBase64Encoded: false,
  };
  const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 29_000 };
  if (process.argv[1] === 'whole') status = (await handler(event, context)).statusCode;
  if (process.argv[1] === 'streams') await handler(event, new PassThrough().resume(), context);`;

/** What a function is, for the source above: `LogsApi`, or its entry `logs/api`. */
export const kindOfFunction = (name: string): 'whole' | 'streams' | 'no API' =>
  /^logs\/?api$/i.test(name) ? 'streams' : /api$/i.test(name) ? 'whole' : 'no API';
