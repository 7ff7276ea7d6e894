import { beforeAll, describe, expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

/** Invisible characters, and ones that change the text direction. Any recorded name or value may contain them. */
const U = '\u202e\u200b\ufeff';
const APP = `shop${U}eu`;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const recorded = { [`key${U}`]: `value${U}`, list: [1, 2], gone: U };

const stage = serviceAndTarget((_, response) =>
  json(response, { [`key${U}`]: `other${U}`, list: [1], [`new${U}`]: U }),
);

/** A page without the values of its form fields, which must be the stored ones. Their options are included. */
async function shownOn(path: string): Promise<{ status: number; html: string }> {
  const answer = await fetch(`${stage.service.url}${path}`, { headers: { 'x-api-key': ADMIN_KEY } });
  const html = (await answer.text())
    .replaceAll(/(<input[^>]*) value="[^"]*"/g, '$1')
    .replaceAll(/<textarea[^>]*>[^<]*<\/textarea>/g, '');
  return { status: answer.status, html };
}

let planId = '';
beforeAll(async () => {
  const { url } = stage.service;
  const one = {
    caseId: 'unseen',
    traceId: TRACE,
    operation: `/orders${U}`,
    session: U,
    tags: { [`tag${U}`]: U },
    calls: [
      { kind: 'http', target: `stock${U}`, operation: `GET${U}`, request: U, response: U, error: U, durationMs: 1 },
    ],
  };
  const taken = await call(url, 'POST', '/api/recorder/cases', [recordedGet(APP, '/orders', recorded, one)]);
  expect(taken.body).toMatchObject({ accepted: 1 });
  const started = await call(url, 'POST', '/api/createPlan', {
    appId: APP,
    targetEnv: stage.target.url,
    planName: `build${U}`,
    operator: U,
  });
  planId = started.body.data.replayPlanId;
  await completed(url, planId);
  const app = encodeURIComponent(APP);
  await call(url, 'POST', `/api/replays/${planId}/cases/${planId}:0/mark`, { comment: `meant${U}` });
  await call(url, 'POST', `/api/apps/${app}/compare-rules`, {
    kind: 'ignore',
    path: `$['x${U}']`,
    operation: `/orders${U}`,
    comment: U,
  });
  await call(url, 'POST', '/openapi/v1/notification-channels', {
    name: `shown${U}`,
    type: 'webhook',
    url: `${stage.target.url}/hook`,
    appIds: [APP],
  });
  const record = { timeUnixNano: String(BigInt(Date.now()) * 1_000_000n), body: { stringValue: U }, traceId: TRACE };
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: `shop${U}` } }] };
  await call(url, 'POST', '/v1/logs', { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] });
}, 30_000);

describe('the invisible characters of recordings and input (interface 13)', () => {
  const app = `/console/apps/${encodeURIComponent(APP)}`;
  test.for<[string, () => string]>([
    ['applications', () => '/console'],
    ['an application', () => app],
    ['its recordings', () => `${app}/recordings`],
    ['its replays', () => `${app}/replays`],
    ['the form of a replay', () => `${app}/replays/new`],
    ['its rules', () => `${app}/rules`],
    ['a case', () => '/console/cases/unseen'],
    ['every replay', () => '/console/replays'],
    ['channels', () => '/console/channels'],
    ['log rows', () => '/console/logs?case=unseen'],
    ['the report', () => `/report/${planId}`],
    ['failing requests', () => `/report/${planId}/cases`],
    ['all requests', () => `/report/${planId}/cases?state=all`],
    ['a request', () => `/report/${planId}/cases/0`],
    ['its raw bodies', () => `/report/${planId}/cases/0?view=raw`],
    [
      'a rule',
      () => `/report/${planId}/rule?${new URLSearchParams({ path: `$['key${U}']`, operation: `/orders${U}` })}`,
    ],
  ])('are all escaped on the page of %s', async ([, path]) => {
    const { status, html } = await shownOn(path());
    expect(status).toBe(200);
    expect(html).toContain('\\u202e\\u200b\\ufeff');
    for (const character of U)
      expect(
        html
          .split(character)
          .slice(0, -1)
          .map((before) => before.slice(-80)),
      ).toEqual([]);
  });
});
