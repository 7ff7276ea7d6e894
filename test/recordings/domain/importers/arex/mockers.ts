const RECORD = 'AREX-10-4-202-26-46993323299502';
const AT = 1_693_194_455_518;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The inbound request of a record, as the AREX agent sends it. */
export const entryMocker = (recordId = RECORD) => ({
  id: '64ec0000',
  categoryType: { name: 'Servlet', entryPoint: true, skipComparison: false },
  replayId: null,
  recordId,
  appId: 'arex-test-app',
  recordEnvironment: 0,
  recordVersion: '0.4.8',
  creationTime: AT,
  updateTime: 0,
  expirationTime: AT + 345_600_000,
  operationName: '/order/{id}',
  tags: { env: 'test' },
  targetRequest: {
    body: base64('{"a":1}'),
    attributes: {
      HttpMethod: 'POST',
      RequestPath: '/order/1?full=1',
      Headers: { Host: 'shop.test', 'Content-Type': 'application/json' },
    },
    type: null,
  },
  targetResponse: {
    body: '{"id":1}',
    attributes: { Headers: { 'Content-Type': 'application/json' } },
    type: 'com.shop.Order',
  },
});

/** A call of a record. */
export const dependency = (
  name: string,
  operationName: string,
  body: string | null,
  attributes: object = {},
  sequence = 1,
) => ({
  ...entryMocker(),
  categoryType: { name, entryPoint: false, skipComparison: name === 'DynamicClass' },
  creationTime: AT + sequence,
  operationName,
  targetRequest: { body, attributes, type: null },
  targetResponse: { body: '[{"id":7}]', attributes: {}, type: 'java.util.ArrayList' },
});

/** An HTTP call of a record with its answer. */
export const httpDependency = () => ({
  ...dependency('HttpClient', '/stock/7', base64('{"n":1}'), {
    HttpMethod: 'POST',
    QueryString: 'x=1',
    ContentType: 'application/json',
  }),
  targetResponse: {
    body: JSON.stringify({
      statusLine: 'HTTP/1.1 201',
      statusCode: 201,
      reason: 'Created',
      content: base64('{"left":3}'),
      headers: [{ f: 'Content-Type', s: 'application/json' }],
    }),
    attributes: {},
    type: 'io.arex.inst.httpclient.common.HttpResponseWrapper',
  },
});
