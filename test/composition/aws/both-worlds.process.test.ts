// Long because one table lists every kind of request that both worlds answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_KEY } from '../../support/running-service.ts';
import { type Answered, type Asked, NOW, openBothWorlds } from './both-worlds-stage.ts';

const KEY = { 'x-api-key': ADMIN_KEY };
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { ...KEY, 'content-type': 'application/x-www-form-urlencoded' };
const SENT_BY_FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TRACE = '0af7651916cd43dd8448eb211c80319c';
/** No plan. */
const PLAN = '6a0f3c40a1b2c3d4e5f60718';
/** Stands for the plan that was triggered. */
const TRIGGERED = '{triggered}';
const ISO = new Date(NOW - 60_000).toISOString();
const HOUR_AGO = new Date(NOW - 3_600_000).toISOString();

const get = (path: string, headers: Record<string, string> = KEY): Asked => ({ method: 'GET', path, headers });
const sent = (
  method: string,
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = KEY,
): Asked => ({
  method,
  path,
  headers: { ...JSON_TYPE, ...headers },
  body,
});
const posted = (path: string, body: string | Uint8Array, headers?: Record<string, string>) =>
  sent('POST', path, body, headers);
const form = (path: string, fields: Record<string, string>): Asked => ({
  method: 'POST',
  path,
  headers: FORM,
  body: new URLSearchParams(fields).toString(),
});

const recorded = (caseId: string, body: string) => ({
  appId: 'ä shop',
  caseId,
  recordedAt: ISO,
  request: { method: 'GET', path: '/a?b=1', headers: [['accept', 'application/json']], body: null },
  response: { status: 200, headers: [['content-type', 'application/json']], body, bodyEncoding: 'utf8' },
});
const OTLP = JSON.stringify({
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: String(BigInt(NOW - 60_000) * 1_000_000n),
              severityNumber: 9,
              body: { stringValue: '价格 is 1.0' },
              traceId: TRACE,
              spanId: 'b7ad6b7169203331',
            },
          ],
        },
      ],
    },
  ],
});
const nested = (levels: number) => `{"appId":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
/** One byte above 1 MiB. */
const TOO_LARGE = `{"appId":"${'x'.repeat(1024 * 1024 - 11)}"}`;
const TRIGGER = '/openapi/v1/replay-triggers';
const SCHEDULES = '/api/apps/%C3%A4%20shop/schedules';
const RULES = '/api/apps/%C3%A4%20shop/compare-rules';

type Row = readonly [what: string, status: number, asked: Asked];

/** Requests in their order: what one writes, a later one reads. A name says what is looked at. */
const REQUESTS: readonly Row[] = [
  // Reads of each capability that writes below: a process draws ids when it composes the services of a tenant.
  ['no rules', 200, get(RULES)],
  ['no channels', 200, get('/openapi/v1/notification-channels', {})],
  ['no keys', 200, get('/api/api-keys')],
  ['no cases', 200, get('/api/recorder/apps/none/cases')],
  ['no settings', 200, get('/api/apps/none/settings')],
  ['no runs', 200, get('/api/replays')],
  ['no schedules', 200, get('/api/apps/none/schedules')],

  // Every family, and what it takes in.
  [
    'recordings of any alphabet',
    200,
    posted('/api/recorder/cases', JSON.stringify([recorded('c1', '{"名":"价格","n":1.0}')])),
  ],
  ['a recording again', 200, posted('/api/recorder/cases', JSON.stringify([recorded('c1', '{"名":"价格","n":1.0}')]))],
  [
    'a recording with a byte order mark in its answer',
    200,
    posted('/api/recorder/cases', JSON.stringify([recorded('c2', '\uFEFF{"a":1}')])),
  ],
  ['one case', 200, get('/api/recorder/cases/c1')],
  ['a list', 200, get('/api/recorder/apps/%C3%A4%20shop/cases?limit=1')],
  ['a parameter given twice', 400, get('/api/recorder/apps/%C3%A4%20shop/cases?limit=1&limit=2')],
  ['a cursor of no list', 400, get('/api/recorder/apps/%C3%A4%20shop/cases?cursor=zzz')],
  [
    'an import of bytes',
    200,
    {
      method: 'POST',
      path: '/api/recorder/imports?appId=%C3%A4%20shop&format=goreplay',
      headers: KEY,
      body: Buffer.from('1 1 1700000000000000000\nGET /a HTTP/1.1\r\nhost: x\r\n\r\n'),
    },
  ],
  [
    'an import that is none',
    422,
    {
      method: 'POST',
      path: '/api/recorder/imports?appId=shop&format=har',
      headers: KEY,
      body: new Uint8Array([0, 255, 254]),
    },
  ],
  ['settings', 200, sent('PUT', '/api/apps/%C3%A4%20shop/settings', '{"replay":{"maxQps":7}}')],
  [
    'a schedule with a sealed threshold',
    200,
    sent('PUT', `${SCHEDULES}/nightly`, '{"cron":"0 0 29 2 *","targetEnv":"http://10.0.0.1","passThreshold":0.5}'),
  ],
  ['a schedule without a time', 400, sent('PUT', `${SCHEDULES}/hourly`, '{"targetEnv":"http://10.0.0.1"}')],
  ['schedules', 200, get(SCHEDULES)],
  ['one schedule', 200, get(`${SCHEDULES}/nightly`)],
  ['the page of schedules', 200, get('/console/apps/%C3%A4%20shop/schedules')],
  ['the form of a schedule', 200, get('/console/apps/%C3%A4%20shop/schedules/nightly/edit')],
  ['a schedule that is removed', 200, { method: 'DELETE', path: `${SCHEDULES}/nightly`, headers: KEY }],
  ['settings that are not taken', 400, sent('PUT', '/api/apps/%C3%A4%20shop/settings', '{"replay":{"maxQps":"7"}}')],
  ['a rule', 201, posted(RULES, '{"kind":"ignore","path":"$.n"}')],
  ['rules', 200, get(RULES)],
  ['a try of a rule', 404, posted(`${RULES}/preview?planId=${PLAN}`, '{"kind":"ignore","path":"$.n"}')],
  ['an export of rules', 200, get(`${RULES}/export`)],
  ['a trigger without an application', 200, posted(TRIGGER, '{}', {})],
  [
    'a trigger',
    200,
    posted(
      TRIGGER,
      JSON.stringify({ appId: 'ä shop', targetEnv: 'http://10.0.0.9:8080', attributes: { n: 1 } }).replace(
        '"n":1',
        '"n":1.0,"big":12345678901234567890',
      ),
      {},
    ),
  ],
  ['a poll of no plan', 200, get(`/openapi/v1/replay-runs/${PLAN}`, {})],
  ['a poll', 200, get(`/openapi/v1/replay-runs/${TRIGGERED}`, {})],
  ['a stored result', 200, get(`/openapi/v1/replay-runs/${TRIGGERED}/diagnosis`, {})],
  ['a run', 200, get(`/api/replays/${TRIGGERED}`)],
  ['its requests', 200, get(`/api/replays/${TRIGGERED}/cases`)],
  ['its noise', 200, get(`/api/replays/${TRIGGERED}/noise`)],
  ['its progress', 200, get(`/progress?planId=${TRIGGERED}`)],
  ['a stored result of no plan', 200, get(`/openapi/v1/replay-runs/${PLAN}/diagnosis`, {})],
  ['a diagnosis of no plan', 200, posted(`/openapi/v1/replay-runs/${PLAN}/diagnosis`, '{"state":"DONE"}', {})],
  ['a claim of an analysis', 200, posted('/openapi/v1/analysis-jobs/claim', '{"executorId":"e"}', {})],
  [
    'a channel',
    200,
    posted(
      '/openapi/v1/notification-channels',
      '{"name":"n","type":"webhook","url":"http://10.0.0.8/hook","events":["completed"]}',
      {},
    ),
  ],
  ['channels', 200, get('/openapi/v1/notification-channels', {})],
  ['a console endpoint', 200, get('/progress?planId=nothing')],
  ['runs', 200, get('/api/replays')],
  ['a run that is none', 404, get(`/api/replays/${PLAN}`)],
  ['a mark on nothing', 404, posted(`/api/replays/${PLAN}/cases/${PLAN}:0/mark`, '{}')],
  ['a change to nothing', 404, sent('DELETE', `/api/replays/${PLAN}/cases/${PLAN}:0/mark`, '')],
  ['noise of nothing', 404, get(`/api/replays/${PLAN}/noise`)],
  ['a new key', 200, posted('/api/api-keys', '{"name":"reader","scopes":["read"]}')],
  ['keys', 200, get('/api/api-keys')],
  ['the audit log', 200, get('/api/audit')],
  ['a login that is not offered', 200, get('/api/login/oauthInfo/GithubOauth', {})],
  [
    'a code that was never sent',
    200,
    posted('/api/login/verify', '{"userName":"ada@shop.test","verifyCode":"123456"}', {}),
  ],
  ['evaluation: capabilities', 200, get('/api/v1/eval/capabilities')],
  ['evaluation: workflows', 200, get('/api/v1/eval/workflows')],
  ['evaluation: a run that is none', 404, get('/api/v1/eval/runs/nothing')],
  ['evaluation: scores', 200, get('/api/v2/scores?workflow_run_id=nothing')],
  ['evaluation: a body that is not taken', 422, posted('/api/v1/eval/runs', '{}')],
  ['log rows', 200, posted('/v1/logs', OTLP)],
  ['log rows in an unknown type', 415, posted('/v1/logs', OTLP, { ...KEY, 'content-type': 'text/plain' })],
  [
    'log rows as protobuf that is none',
    400,
    posted('/v1/logs', new Uint8Array([0xff, 0x01]), { ...KEY, 'content-type': 'application/x-protobuf' }),
  ],
  [
    'a lookup that streams',
    200,
    get(`/api/recorder/logs?trace_id=${TRACE}&since=${HOUR_AGO}&until=${new Date(NOW).toISOString()}`),
  ],
  ['a lookup that is refused', 200, get('/api/recorder/logs?trace_id=x')],
  ['a lookup with a parameter given twice', 200, get(`/api/recorder/logs?trace_id=${TRACE}&trace_id=${TRACE}`)],

  // How bodies are read.
  ['no readable JSON', 400, posted(TRIGGER, '{', {})],
  ['no object', 400, posted(TRIGGER, '[]', {})],
  ['no body', 400, { method: 'POST', path: TRIGGER, headers: JSON_TYPE }],
  ['32 levels', 200, posted(TRIGGER, nested(32), {})],
  ['33 levels', 400, posted(TRIGGER, nested(33), {})],
  ['a byte too large', 413, posted(TRIGGER, TOO_LARGE, {})],
  [
    'members of prototypes',
    200,
    posted(TRIGGER, '{"__proto__":{"a":1},"constructor":{"prototype":{}},"appId":"shop"}', {}),
  ],
  ['a member given twice', 200, posted(TRIGGER, '{"appId":1,"appId":"shop"}', {})],
  ['a byte order mark', 200, posted(TRIGGER, '\uFEFF{}', {})],
  ['no UTF-8', 400, posted(TRIGGER, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {})],
  ['JSON of another content-type', 200, posted(TRIGGER, '{}', { 'content-type': 'text/plain' })],
  ['no readable JSON for the console', 400, posted(RULES, '{')],
  ['no readable JSON for an evaluation', 400, posted('/api/v1/eval/runs', '{')],
  [
    'a content-type that an evaluation does not take',
    415,
    posted('/api/v1/eval/runs', '{}', { ...KEY, 'content-type': 'text/plain' }),
  ],
  ['no readable JSON, and no credential', 401, posted(RULES, '{', {})],

  // Refusals of every family.
  ['Open API: an unknown path', 404, get('/openapi/v1/nothing', {})],
  ['Open API: another method', 405, get(TRIGGER, {})],
  [
    'Open API: another method of a path with two',
    405,
    sent('DELETE', `/openapi/v1/replay-runs/${PLAN}/diagnosis`, '', {}),
  ],
  ['Open API: HEAD', 405, { method: 'HEAD', path: `/openapi/v1/replay-runs/${PLAN}`, headers: {} }],
  ['Open API: another site', 403, posted(TRIGGER, '{}', { 'sec-fetch-site': 'cross-site' })],
  ['recorder: an unknown path', 404, get('/api/recorder/nothing')],
  ['recorder: another method', 405, sent('PUT', '/api/recorder/cases', '{}')],
  ['recorder: no credential', 401, get('/api/recorder/apps', {})],
  ['console: an unknown path', 404, get('/api/nothing')],
  ['console: another method', 405, sent('DELETE', RULES, '')],
  ['console: a wrong credential', 401, get('/api/replays', { 'x-api-key': 'rrs_wrong' })],
  ['console: a credential of another tenant', 401, get('/api/replays', { ...KEY, 'x-tenant-id': 'other' })],
  ['console: a header that is no ASCII', 401, get('/api/replays', { ...KEY, 'x-tenant-id': 'ä' })],
  ['login: no credential', 401, get('/api/api-keys', {})],
  ['evaluation: an unknown path', 404, get('/api/v1/nothing')],
  ['evaluation: an unknown path of the second version', 404, get('/api/v2/nothing')],
  ['evaluation: another method', 405, sent('DELETE', '/api/v1/eval/capabilities', '')],
  ['evaluation: no credential', 401, get('/api/v1/eval/capabilities', {})],
  [
    'evaluation: a credential of another tenant',
    403,
    get('/api/v1/eval/capabilities', { ...KEY, 'x-tenant-id': 'other' }),
  ],
  ['logs: an unknown path', 404, get('/v1/nothing')],
  ['logs: another method', 405, get('/v1/logs')],
  ['logs: no credential', 401, posted('/v1/logs', OTLP, {})],
  ['an unknown path of nothing', 404, get('/nothing', {})],
  ['a POST to no path', 404, posted('/', '{}', {})],

  // Pages, and what they name.
  ['the first address', 303, get('/', {})],
  ['the OpenAPI document', 200, get('/openapi.json', {})],
  ['the OpenAPI document as a page', 200, get('/openapi', {})],
  ['another method of the document', 405, posted('/openapi.json', '{}', {})],
  ...['style.css', 'console.js'].map((file): Row => [file, 200, get(`/console/assets/${file}`, {})]),
  ['a file that is none', 404, get('/console/assets/none.css', {})],
  ['the login page', 200, get('/console/login', {})],
  ['the applications', 200, get('/console')],
  ['an application', 200, get('/console/apps/%C3%A4%20shop')],
  ['an application that is none', 404, get('/console/apps/none')],
  ['recordings of an application', 200, get('/console/apps/%C3%A4%20shop/recordings')],
  ['rules of an application', 200, get('/console/apps/%C3%A4%20shop/rules')],
  ['settings of an application', 200, get('/console/apps/%C3%A4%20shop/settings')],
  ['runs of an application', 200, get('/console/apps/%C3%A4%20shop/replays')],
  ['the form of a run', 200, get('/console/apps/%C3%A4%20shop/replays/new')],
  ['a case', 200, get('/console/cases/c1')],
  ['the channels', 200, get('/console/channels')],
  ['the logs', 200, get(`/console/logs?trace_id=${TRACE}&since=${HOUR_AGO}&until=${new Date(NOW).toISOString()}`)],
  ['the keys', 200, get('/console/keys')],
  ['the audit log of people', 200, get('/console/audit')],
  ['evaluation runs', 200, get('/console/evaluations')],
  ['workflows', 200, get('/console/evaluations/workflows')],
  ['policies', 200, get('/console/evaluations/policies')],
  ['the report of a run', 200, get(`/report/${TRIGGERED}`)],
  ['the requests of a run', 200, get(`/report/${TRIGGERED}/cases`)],
  ['the form of a rule', 200, get(`/report/${TRIGGERED}/rule?path=%24.b`)],
  ['the report of a run that is none', 404, get(`/report/${PLAN}`)],
  ['a page that is none', 404, get('/console/nothing')],
  ['a report that is none', 404, get(`/report/${PLAN}/nothing/at/all`)],
  ['a page with a slash too many', 308, get('/console/keys/')],
  ['a page of another capability with a slash too many', 308, get('/console/evaluations/policies/')],
  ['a page by a credential that is wrong', 303, get('/console', { 'x-api-key': 'rrs_wrong' })],
  ['another method of a page', 405, sent('PUT', '/console/keys', '')],
  ['only the head of a page', 200, { method: 'HEAD', path: '/console/channels', headers: KEY }],
  [
    'a page by a link of another site',
    200,
    get('/console', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }),
  ],

  // Forms, which ask endpoints of their own capability and of others.
  [
    'a form of another site',
    403,
    { ...form('/console/keys', {}), headers: { ...FORM, 'sec-fetch-site': 'cross-site' } },
  ],
  [
    'a form that is none',
    403,
    { method: 'POST', path: '/console/keys', headers: { ...KEY, 'content-type': 'text/plain' }, body: 'x' },
  ],
  ['a form: settings', 422, form('/console/apps/%C3%A4%20shop/settings', { maxQps: '9' })],
  [
    'a form: a rule, tried first',
    422,
    form('/console/apps/%C3%A4%20shop/rules', { do: 'preview', kind: 'ignore', path: '$.a' }),
  ],
  ['a form: a rule', 303, form('/console/apps/%C3%A4%20shop/rules', { kind: 'ignore', path: '$.a' })],
  ['a form: a rule that is none', 422, form('/console/apps/%C3%A4%20shop/rules', { kind: 'ignore', path: 'a b' })],
  ['a form: no rule any more', 303, form('/console/apps/%C3%A4%20shop/rules/remove', { ruleId: 'none' })],
  ['a form: imported rules', 422, form('/console/apps/%C3%A4%20shop/rules/import', { document: '{}' })],
  ['a form: exported rules', 200, get('/console/apps/%C3%A4%20shop/rules/export')],
  ['a form: a run', 422, form('/console/apps/%C3%A4%20shop/replays/new', { targetEnv: 'http://10.0.0.9:8080' })],
  ['a form: a run that is not taken', 422, form('/console/apps/%C3%A4%20shop/replays/new', { targetEnv: 'nowhere' })],
  ['a form: a pinned case', 303, form('/console/cases/c1/pin', {})],
  [
    'a form: a channel',
    303,
    form('/console/channels/new', { name: 'm', type: 'webhook', url: 'http://10.0.0.8/hook' }),
  ],
  ['a form: a key', 422, form('/console/keys', { name: 'writer', scope: 'write' })],
  ...['stop', 'rerun', 'recompare', 'noise/n/apply', 'noise/n/revert', 'cases/0/mark', 'cases/0/unmark'].map(
    (action): Row => [`a form of the report: ${action}`, 303, form(`/report/${TRIGGERED}/${action}`, {})],
  ),
  ['a form of the report: a rule', 303, form(`/report/${TRIGGERED}/rule`, { path: '$.b', kind: 'ignore' })],
  ['a form: a workflow that is none', 422, form('/console/evaluations/resolve', {})],
  ['a form: a policy that is none', 422, form('/console/evaluations/policies/new', {})],
];

/** The plan that was triggered last. */
let triggered = PLAN;
let worlds: Awaited<ReturnType<typeof openBothWorlds>>;
beforeAll(async () => {
  worlds = await openBothWorlds();
}, 120_000);
afterAll(() => worlds.close());

describe('the functions behind API Gateway answer byte for byte what the standalone service answers', () => {
  test.for(REQUESTS)('%s', async ([, status, asked]) => {
    const request = { ...asked, path: asked.path.replace(TRIGGERED, triggered) };
    const [one, other] = [await worlds.standalone(request), await worlds.deployed(request)];
    triggered = /^\{"planId":"([0-9a-f]{24})","statusUrl"/.exec(one.body.toString())?.[1] ?? triggered;
    expect(other.status).toBe(status);
    expect(compared(other)).toEqual(compared(one));
    expect(other.body.equals(one.body)).toBe(true);
  });

  test('a session that opens in one function goes on in another, and its forms are taken there', async () => {
    const shown = [];
    for (const ask of [worlds.standalone, worlds.deployed]) {
      const opened = await ask(get('/console', {}));
      const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      const page = await ask(get('/console/login', { cookie }));
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.body.toString()) ?? [];
      const refused = await ask({ ...form('/console/channels/new', { csrf }), headers: { ...SENT_BY_FORM, cookie } });
      const unread = await ask({ ...form('/console/channels/new', {}), headers: { ...SENT_BY_FORM, cookie } });
      expect(csrf).not.toBe('');
      shown.push([opened, page, refused, unread].map(masked));
    }
    const [one, other] = shown;
    expect(other).toEqual(one);
    expect(other?.map(({ status }) => status)).toEqual([200, 200, 403, 403]);
  });

  test('a file that is known already is not sent again', async () => {
    const path = '/console/assets/style.css';
    const [etag = ''] = (await worlds.deployed(get(path, {}))).headers.etag ?? [];
    for (const ask of [worlds.standalone, worlds.deployed])
      expect(await ask(get(path, { 'if-none-match': etag }))).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });
});

/** What has to be the same: the bytes as text, for readers of a failure, and every header but the name of the answer. */
const compared = ({ status, headers: { 'x-request-id': id, ...headers }, body }: Answered) => ({
  status,
  headers,
  hasName: id !== undefined,
  body: body.toString(),
});

/** The same but for tokens, which are signed with keys of each world. */
const masked = (answer: Answered) => {
  const { headers, ...rest } = compared(answer);
  const { 'set-cookie': cookies = [], ...others } = headers;
  return { ...rest, headers: others, cookies: cookies.map((cookie) => cookie.replace(/=[\w-]+;/, '=***;')) };
};
