import type { ShownCase } from '../../../cli/export/export-writer.ts';

/** A case as the service shows it. */
export const shownCase = ({
  request = {},
  response = {},
  ...more
}: {
  request?: object;
  response?: object | null;
  [member: string]: unknown;
} = {}): ShownCase => ({
  caseId: 'case-1',
  appId: 'shop',
  operation: '/orders/{id}',
  method: 'GET',
  recordedAt: '2026-11-20T10:00:00.123Z',
  traceId: 'ab'.repeat(16),
  session: null,
  tags: {},
  durationMs: 12,
  status: 200,
  pinned: false,
  request: {
    method: 'GET',
    path: '/orders/1?full=1&q=a%20b',
    headers: [
      ['host', 'shop.test:8080'],
      ['accept', '*/*'],
      ['authorization', 'sealed'],
    ],
    body: null,
    bodyEncoding: 'utf8',
    ...request,
  },
  response:
    response === null
      ? null
      : {
          status: 200,
          headers: [
            ['content-type', 'application/json'],
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
          body: '{"id":1}',
          bodyEncoding: 'utf8',
          ...response,
        },
  calls: [],
  ...more,
});

const json: [string, string][] = [
  ['host', 'shop.test:8080'],
  ['content-type', 'application/json'],
];

/** Cases whose requests and responses every format can hold. */
export const TEXT_CASES: readonly ShownCase[] = [
  shownCase(),
  shownCase({
    caseId: 'post',
    operation: '/orders',
    request: { method: 'POST', path: '/orders', headers: json, body: '{"a": "ü\\n", "b":1.0}' },
    response: { status: 201 },
  }),
  shownCase({
    caseId: 'form',
    operation: '/login',
    request: {
      method: 'POST',
      path: '/login',
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: 'a=b+c&d=%26',
    },
    response: { status: 302, headers: [['location', '/']], body: null },
  }),
  shownCase({
    caseId: 'odd',
    operation: '/a',
    request: { path: "/a/../b/:id;x=1?q=ab'&empty&eq==", headers: [] },
    response: { status: 500, body: '<p>{{no}}</p>' },
    durationMs: null,
  }),
];

const bytes = { body: Buffer.from([0, 255, 254]).toString('base64'), bodyEncoding: 'base64' };

/** Further ones, which are not text. */
export const BINARY_CASES: readonly ShownCase[] = [
  shownCase({
    caseId: 'bytes',
    request: { method: 'PUT', path: '/files/1', headers: [['content-type', 'image/png']], ...bytes },
    response: { headers: [['content-type', 'image/png']], ...bytes },
  }),
];

/** A case whose response was not recorded. */
export const UNANSWERED = shownCase({
  caseId: 'unanswered',
  request: { path: '/unanswered' },
  response: null,
  status: null,
});
