import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POLICY_EXAMPLE } from '../../functions/evaluation/policies/api/online-policies.doc.ts';
import { RUN_EXAMPLE } from '../../functions/evaluation/runs/api/shown-run.ts';
import { SCORE_EXAMPLE } from '../../functions/evaluation/scores/api/shown-score.ts';
import { EXAMPLE } from '../../functions/platform/http/documents/path-parts.ts';
import { manifestsOf, pinsOf } from '../support/evaluation/evaluation-manifests.ts';
import { politely } from '../support/evaluation/politely.ts';
import { ADMIN_KEY, call, completed } from '../support/running-service.ts';
import { staged } from '../support/stages/staged.ts';
import { type Operation, operations } from './all-endpoints.ts';
import { undocumented } from './answer-check.ts';
import { hostExamples } from './host-examples.ts';

/** Targets hold their answers back while a plan is to be stopped. */
let held: Promise<void> = Promise.resolve();

const stage = staged(
  async (_, response) => {
    await held;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ total: 11, requestedAt: new Date().toISOString() }));
  },
  {
    ...{ SVC_NOISE_REDUCTION: 'rules', SVC_LOGIN_DOMAINS: 'shop.test' },
    ...{ SVC_OAUTH_GITHUB_ID: 'Iv1.8a61f9b3a7aba766', SVC_OAUTH_GITHUB_SECRET: 'secret' },
  },
);

const post = async (path: string, body: unknown) => (await call(stage.service.url, 'POST', path, body)).body;

/** What stands in the examples, and what stands for it here. */
const here = new Map<string, string>();

const recorded = (caseId: string) => {
  const recordedAt = new Date();
  return {
    ...{ caseId, appId: EXAMPLE.appId, operation: EXAMPLE.operation, recordedAt, tags: { tier: 'gold' } },
    request: { method: 'GET', path: '/orders/1' },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify({ total: 10, requestedAt: recordedAt }),
    },
  };
};

const rulePath = `/api/apps/${EXAMPLE.appId}/compare-rules`;
const rule = (path: string) => ({ kind: 'ignore', operation: EXAMPLE.operation, path, comment: 'c' });
const newChannel = async () =>
  (await post('/openapi/v1/notification-channels', { type: 'webhook', url: `${stage.target.url}/hook` })).id;

beforeAll(async () => {
  const { service, target } = stage;
  await post('/api/recorder/cases', [recorded(EXAMPLE.caseId)]);
  const { planId } = await post('/openapi/v1/replay-triggers', { appId: EXAMPLE.appId, targetEnv: target.url });
  expect((await completed(service.url, planId)).findings.state).toBe('NEEDS_ACTION');
  const { ruleId } = await post(rulePath, rule('nothing'));
  const { body: key } = await post('/api/api-keys', { name: 'example', scopes: ['read'] });
  here
    .set(EXAMPLE.planId, planId)
    .set(EXAMPLE.ruleId, ruleId)
    .set(EXAMPLE.keyId, key.id)
    .set(EXAMPLE.channelId, await newChannel())
    .set(EXAMPLE.time, new Date().toISOString())
    .set(EXAMPLE.targetEnv, target.url)
    .set('http://ci.internal:9000', target.url);
  await evaluated();
});

/** A run of pins that nobody knows: it fails at once, with an attempt and a gate. */
async function evaluated(): Promise<void> {
  const version = { version: RUN_EXAMPLE.digest };
  const { workflow_version_digest } = await post('/api/v1/eval/resolve', {
    framework_definition: { digest: RUN_EXAMPLE.digest },
    ...{ runner: version, subject: version, environment: version, gate_policy: version },
  });
  const { workflow_run_id } = await post('/api/v1/eval/runs', { workflow_version_digest });
  const after = '?type=workflow.completed&wait_seconds=20';
  await call(stage.service.url, 'GET', `/api/v1/eval/runs/${workflow_run_id}/events${after}`);
  const { body } = await call(stage.service.url, 'GET', `/api/v1/eval/runs/${workflow_run_id}`);
  const { attempts, gate } = body;
  here
    .set(RUN_EXAMPLE.digest, workflow_version_digest)
    .set(RUN_EXAMPLE.runId, workflow_run_id)
    .set(RUN_EXAMPLE.attemptId, attempts[0].attempt_id)
    .set(RUN_EXAMPLE.gateDecisionId, gate.gate_decision_id);
}

/** An online policy of pins that nobody knows; it is named anew each time. */
async function newPolicy(): Promise<Record<string, string>> {
  const { policy_id } = await post('/api/v1/eval/online-policies', {
    ...{ name: `policy ${++policies}`, enabled: false, workflow_version_digest: here.get(RUN_EXAMPLE.digest) },
    ...{ allow_live: true, filter: { app_id: EXAMPLE.appId } },
    ...{ sampling: { rate: 1 }, schedule: { every_s: 3600 } },
  });
  return {
    [POLICY_EXAMPLE.policyId]: policy_id,
    [POLICY_EXAMPLE.from]: new Date(Date.now() - 3_600_000).toISOString(),
  };
}
let policies = 0;

async function newBackfill(): Promise<Record<string, string>> {
  const words = await newPolicy();
  const path = `/api/v1/eval/online-policies/${words[POLICY_EXAMPLE.policyId]}/backfills`;
  const body = { from: words[POLICY_EXAMPLE.from], to: here.get(EXAMPLE.time), max_targets: 10 };
  const { backfill_id } = await post(path, body);
  return { ...words, [POLICY_EXAMPLE.backfillId]: backfill_id };
}

/** The same of a workflow that can be run. */
async function runnablePolicy(): Promise<Record<string, string>> {
  const manifests = manifestsOf({ appId: EXAMPLE.appId, targetEnv: stage.target.url });
  for (const [kind, content] of Object.entries(manifests))
    await post('/api/v1/eval/artifacts', { kind, media_type: 'application/json', content });
  const { workflow_version_digest } = await post('/api/v1/eval/resolve', pinsOf(manifests));
  const before = here.get(RUN_EXAMPLE.digest) ?? '';
  here.set(RUN_EXAMPLE.digest, workflow_version_digest);
  return newPolicy().finally(() => here.set(RUN_EXAMPLE.digest, before));
}

/** A run whose replay has not ended: it is looked at once a second. */
async function replayingRun(): Promise<Record<string, string>> {
  const manifests = manifestsOf({ appId: EXAMPLE.appId, targetEnv: stage.target.url });
  for (const [kind, content] of Object.entries(manifests))
    await post('/api/v1/eval/artifacts', { kind, media_type: 'application/json', content });
  const { workflow_version_digest } = await post('/api/v1/eval/resolve', pinsOf(manifests));
  const { workflow_run_id } = await post('/api/v1/eval/runs', { workflow_version_digest });
  return { [RUN_EXAMPLE.runId]: workflow_run_id };
}

/** A round has suggestions of its own. */
const suggested = async () => {
  const { body } = await call(stage.service.url, 'GET', `/api/replays/${here.get(EXAMPLE.planId)}/noise`);
  return { [EXAMPLE.suggestionId]: String(body.items[0].id) };
};

/** What has to be there before an example, and what stands for its words then. */
const GIVEN: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'POST /api/replays/{planId}/stop': async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const { data } = await post('/api/createPlan', { appId: EXAMPLE.appId, targetEnv: stage.target.url });
    setTimeout(resolve, 1000);
    return { [EXAMPLE.planId]: data.replayPlanId };
  },
  'POST /api/v1/eval/runs/{runId}/cancel': replayingRun,
  ...hostExamples(() => stage.service.url),
  ...Object.fromEntries(
    [...operations.keys()]
      .filter((route) => route.includes('/online-policies/{policyId}'))
      .map((route) => [route, route.includes('{backfillId}') ? newBackfill : newPolicy]),
  ),
  'POST /api/v1/eval/online-policies/{policyId}/run': runnablePolicy,
  'DELETE /openapi/v1/notification-channels/{id}': async () => ({ [EXAMPLE.channelId]: await newChannel() }),
  'DELETE /api/apps/{appId}/compare-rules/{ruleId}': async () => ({
    [EXAMPLE.ruleId]: (await post(rulePath, rule('nothing.else'))).ruleId,
  }),
  'DELETE /api/recorder/cases/{caseId}': async () => {
    await post('/api/recorder/cases', [recorded('case-9')]);
    return { [EXAMPLE.caseId]: 'case-9' };
  },
  'POST /api/replays/{planId}/noise/{id}/apply': suggested,
  'POST /api/replays/{planId}/noise/{id}/revert': suggested,
  'GET /api/v2/scores/{scoreId}': async () => {
    const { score_id } = await post('/api/v2/scores', {
      ...{ score_id: SCORE_EXAMPLE.score_id, target_type: 'trace', target_id: EXAMPLE.traceId },
      ...{ name: 'helpfulness', value: 0.8 },
    });
    return { [SCORE_EXAMPLE.score_id]: score_id };
  },
  'POST /api/login/verify': async () => ({ '123456': await codeOf(EXAMPLE.userName) }),
  'GET /api/login/refresh/{userName}': async () => ({ '<refresh token>': await refreshToken() }),
  'POST /api/login/logout': async () => ({ '<refresh token>': await refreshToken() }),
};

async function codeOf(userName: string): Promise<string> {
  const outbox = join(stage.service.dataDir, 'outbox');
  const mails = () => {
    try {
      return readdirSync(outbox).length;
    } catch {
      return 0; // made with the first mail
    }
  };
  await quiet(mails);
  const before = mails();
  await call(stage.service.url, 'GET', `/api/login/getVerificationCode/${userName}`);
  await expect.poll(mails, { timeout: 10_000 }).toBeGreaterThan(before);
  // One that was asked for before may have come first; the last one holds.
  await quiet(mails);
  const latest = readdirSync(outbox).sort().at(-1) ?? '';
  return /^\d{6}/m.exec(readFileSync(join(outbox, latest), 'utf8'))?.[0] ?? '';
}

/** Waits until a number stands still: the mail of an example before may be on its way. */
async function quiet(number: () => number): Promise<void> {
  for (let before = -1; before !== number(); ) {
    before = number();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function refreshToken(): Promise<string> {
  const verifyCode = await codeOf(EXAMPLE.userName);
  return (await post('/api/login/verify', { userName: EXAMPLE.userName, verifyCode })).body.refreshToken;
}

/** No plan runs any more: an application has one at a time against a target. */
async function settled(): Promise<void> {
  const running = async () => {
    const { body } = await call(stage.service.url, 'GET', '/api/replays?limit=200');
    return body.items.filter(({ status }: { status: string }) => status !== 'COMPLETED').length;
  };
  await expect.poll(running, { timeout: 20_000 }).toBe(0);
}

/** The example's request; `mediaType` null where it has no body. */
function requestOf(route: string, { parameters = [], requestBody }: Operation, mediaType: string | null) {
  const [method = '', template = ''] = route.split(' ');
  const url = new URL(template, 'http://service');
  const headers: Record<string, string> = {};
  let path = template;
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue;
    for (const value of Array.isArray(example) ? example : [example]) {
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
      else if (place === 'query') url.searchParams.append(name, String(value));
      else headers[name] = String(value);
    }
  }
  const example = mediaType === null ? undefined : requestBody?.content[mediaType]?.example;
  if (mediaType !== null) headers['content-type'] = mediaType;
  const body = typeof example === 'string' || example === undefined ? example : bodyOf(example, mediaType);
  return { method, url: `${path}${url.search}`, headers, body };
}

const bodyOf = (example: unknown, mediaType: string | null): string =>
  mediaType === 'application/x-www-form-urlencoded'
    ? String(new URLSearchParams(example as Record<string, string>)) // a form has texts alone
    : JSON.stringify(example);

/** Each example as often as it has media types. */
const EXAMPLES = [...operations].flatMap(([route, operation]) =>
  (operation.requestBody ? Object.keys(operation.requestBody.content) : [null]).map(
    (mediaType): [string, Operation, string | null] => [route, operation, mediaType],
  ),
);

describe('every example of the OpenAPI document, sent to a service', () => {
  test.for(EXAMPLES)('%s', async ([route, operation, mediaType]) => {
    await settled();
    const words = new Map([...here, ...Object.entries((await GIVEN[route]?.()) ?? {})]);
    const authorization = words.get('authorization');
    let text = JSON.stringify(requestOf(route, operation, mediaType));
    for (const [example, real] of words) {
      text = text.replaceAll(example, real).replaceAll(encodeURIComponent(example), encodeURIComponent(real));
    }
    const { method, url, headers, body } = JSON.parse(text);
    const answer = await politely(() =>
      fetch(stage.service.url + url, {
        method,
        headers: { 'x-api-key': ADMIN_KEY, ...headers, ...(authorization !== undefined && { authorization }) },
        ...(body !== undefined && { body }),
      }),
    );

    const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    const contentType = answer.headers.get('content-type');
    const seen = { status: answer.status, contentType, text: await answer.text() };
    expect(successes, seen.text).toContain(String(seen.status));
    expect(undocumented(route, seen)).toBeNull();
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    if (!contentType?.startsWith('application/json')) return;
    const shown = operation.responses[answer.status]?.content?.['application/json']?.example as object; // every answer has one
    const got = JSON.parse(seen.text);
    expect(Object.keys(got).sort()).toEqual(Object.keys(shown).sort());
    if ('errorCode' in got) expect(got.errorCode).toBeNull();
    if ('result' in got) expect(got.result).toBe(1);
    if ('responseStatusType' in got) expect(got.responseStatusType.responseCode).toBe(0);
    if (Array.isArray(got.items)) expect(got.items.length).toBeGreaterThan(0);
  });
});

afterAll(() => {
  expect(stage.service.output()).not.toContain('request failed');
});
