import { entryMocker } from '../../recordings/domain/importers/arex/mockers.ts';
import { testDocument, yamlOf } from '../../recordings/domain/importers/keploy/test-set.ts';

const body = (text: string) => JSON.stringify({ note: text, password: text });
const base64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * A file of each import format with one POST to `/<format>?q=<text>`: the text in its path, headers, body and response.
 */
export const FILES: Readonly<Record<string, (text: string) => string>> = {
  har: (text) =>
    JSON.stringify({
      log: {
        version: '1.2',
        entries: [
          {
            startedDateTime: new Date(Date.now() - 60_000).toISOString(),
            time: 5,
            request: {
              method: 'POST',
              url: `https://shop.test/har?q=${text}`,
              headers: [
                { name: 'x-note', value: text },
                { name: 'cookie', value: `sid=${text}` },
              ],
              postData: { mimeType: 'application/json', text: body(text) },
            },
            response: { status: 200, headers: [], content: { mimeType: 'application/json', text: body(text) } },
          },
        ],
      },
    }),
  goreplay: (text) => {
    const [id, time, sent] = ['a'.repeat(24), `${Date.now() - 60_000}000000`, body(text)];
    const head = `POST /goreplay?q=${text} HTTP/1.1\r\nhost: shop.test\r\nx-note: ${text}\r\ncontent-type: application/json\r\ncontent-length: ${sent.length}\r\n\r\n`;
    const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`;
    return `1 ${id} ${time} 0\n${head}${sent}\n🐵🙈🙉\n2 ${id} ${time} 1\n${answer}\n🐵🙈🙉\n`;
  },
  keploy: (text) =>
    yamlOf(
      testDocument(0, {
        req: {
          method: 'POST',
          url: `http://shop.test/keploy?q=${text}`,
          header: { 'X-Note': text, 'Content-Type': 'application/json' },
          body: body(text),
        },
        resp: { body: body(text) },
      }),
    ),
  postman: (text) =>
    JSON.stringify({
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          name: 'x',
          request: {
            method: 'POST',
            url: { raw: `http://shop.test/postman?q=${text}` },
            header: [{ key: 'x-note', value: text }],
            body: { mode: 'raw', raw: body(text) },
          },
          response: [{ name: 'ok', code: 200, header: [], body: body(text) }],
        },
      ],
    }),
  wiremock: (text) =>
    JSON.stringify({
      request: {
        method: 'POST',
        url: `/wiremock?q=${text}`,
        headers: { 'x-note': { equalTo: text } },
        bodyPatterns: [{ equalTo: body(text) }],
      },
      response: { status: 200, body: body(text) },
    }),
  arex: (text) => JSON.stringify([mockerOf('/arex', text)]),
};

/** A mocker of AREX with the same request. */
export function mockerOf(path: string, text: string, recordId = 'AREX-10-4-202-26-1') {
  const mocker = entryMocker(recordId);
  return {
    ...mocker,
    creationTime: Date.now() - 60_000,
    targetRequest: {
      ...mocker.targetRequest,
      body: base64(body(text)),
      attributes: {
        HttpMethod: 'POST',
        RequestPath: `${path}?q=${text}`,
        Headers: { Host: 'shop.test', 'Content-Type': 'application/json', 'X-Note': text },
      },
    },
    targetResponse: { ...mocker.targetResponse, body: body(text) },
  };
}

/** A case for the recorder API, with the text also in its session, tags and calls, and in the marks of the service. */
export const caseOf = (path: string, text: string, more: object = {}) => ({
  appId: 'attack',
  recordedAt: new Date(Date.now() - 60_000).toISOString(),
  tags: { note: text },
  sealedFor: `1.${'A'.repeat(43)}`,
  credentialMode: 'seal',
  request: {
    method: 'POST',
    path: `${path}?q=${text}`,
    headers: [
      ['x-note', text],
      ['authorization', `Bearer ${text}`],
      ['cookie', `sid=${text}`],
      ['content-type', 'application/json'],
    ],
    body: body(text),
  },
  response: { status: 200, headers: [['content-type', 'application/json']], body: body(text) },
  calls: [callOf(text)],
  ...more,
});

/** A downstream call with the text everywhere. */
export const callOf = (text: string) => ({
  kind: 'http',
  target: text.slice(0, 200),
  operation: `GET /${text}`,
  request: { headers: { authorization: text }, body: { note: text } },
  response: { status: 200, headers: [['set-cookie', `sid=${text}`]], body: body(text) },
  error: text,
  durationMs: 1,
});
