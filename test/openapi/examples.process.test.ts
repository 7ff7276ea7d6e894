import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RUN_EXAMPLE } from '../../functions/evaluation/common/api/run-example.ts';
import { POLICY_EXAMPLE } from '../../functions/evaluation/policies/api/policy-example.ts';
import { SCORE_EXAMPLE } from '../../functions/evaluation/scores/api/shown-score.ts';
import { EXAMPLE } from '../../functions/platform/http/documents/path-parts.ts';
import { SCHEDULE_EXAMPLE_ID } from '../../functions/replay/schedules/api/shown-schedule.ts';
import { manifestsOf, pinsOf } from '../support/evaluation/evaluation-manifests.ts';
import { retryRateLimited } from '../support/evaluation/retry-rate-limited.ts';
import { ADMIN_KEY, call, completed } from '../support/running-service.ts';
import { serviceAndTarget } from '../support/stages/service-and-target.ts';
import { operations } from './all-endpoints.ts';
import { undocumented } from './answer-check.ts';
import { EXAMPLES, requestOf } from './example-requests.ts';
import { expectationExamples } from './expectation-examples.ts';
import { hostExamples } from './host-examples.ts';
import { loginExamples } from './login-examples.ts';
import { recordingExamples } from './recording-examples.ts';

/** Targets hold their responses while a plan is to be stopped. */
let held: Promise<void> = Promise.resolve();
let release = () => {};
/** Of the request that the target has seen last. */
let replayId: string | null = null;

const stage = serviceAndTarget(
  async ({ headers }, response) => {
    replayId = String(headers['x-replay-id']);
    await held;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ total: 11, requestedAt: new Date().toISOString() }));
  },
  {
    SVC_NOISE_REDUCTION: 'rules',
    SVC_LOGIN_DOMAINS: 'shop.test',
    SVC_OAUTH_GITHUB_ID: 'Iv1.8a61f9b3a7aba766',
    SVC_OAUTH_GITHUB_SECRET: 'secret',
  },
);

const post = async (path: string, body: unknown) => (await call(stage.service.url, 'POST', path, body)).body;

/** Values in the examples, with their replacements here. */
const here = new Map<string, string>();

const recorded = (caseId: string) => {
  const recordedAt = new Date();
  return {
    caseId,
    appId: EXAMPLE.appId,
    operation: EXAMPLE.operation,
    recordedAt,
    tags: { tier: 'gold' },
    request: { method: 'GET', path: '/orders/1' },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify({ total: 10, requestedAt: recordedAt }),
    },
    calls: [
      {
        kind: 'http',
        target: 'inventory',
        operation: 'GET /stock/{id}',
        request: { method: 'GET', path: '/stock/17', headers: [], body: null, bodyEncoding: 'utf8' },
        response: { status: 200, headers: [], body: '{"left":3}', bodyEncoding: 'utf8' },
        durationMs: 3,
      },
    ],
  };
};

const rulePath = `/api/apps/${EXAMPLE.appId}/compare-rules`;
const rule = (path: string) => ({ kind: 'ignore', operation: EXAMPLE.operation, path, comment: 'c' });
const newChannel = async () =>
  (await post('/openapi/v1/notification-channels', { type: 'webhook', url: `${stage.target.url}/hook` })).id;

beforeAll(async () => {
  const { service, target } = stage;
  await post('/api/recorder/cases', [recorded(EXAMPLE.caseId)]);
  const replayed = async (): Promise<string> => {
    const { planId } = await post('/openapi/v1/replay-triggers', { appId: EXAMPLE.appId, targetEnv: target.url });
    expect((await completed(service.url, planId)).findings.state).toBe('NEEDS_ACTION');
    return planId;
  };
  const planId = await replayed();
  noisyPlanId = await replayed();
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

/** A run of unknown pins: it fails immediately, with an attempt and a gate. */
async function evaluated(): Promise<void> {
  const version = { version: RUN_EXAMPLE.digest };
  const { workflow_version_digest } = await post('/api/v1/eval/resolve', {
    framework_definition: { digest: RUN_EXAMPLE.digest },
    runner: version,
    subject: version,
    environment: version,
    gate_policy: version,
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

/** An online policy of unknown pins, with a new name each time. */
async function newPolicy(): Promise<Record<string, string>> {
  const { policy_id } = await post('/api/v1/eval/online-policies', {
    name: `policy ${++policies}`,
    enabled: false,
    workflow_version_digest: here.get(RUN_EXAMPLE.digest),
    allow_live: true,
    filter: { app_id: EXAMPLE.appId },
    sampling: { rate: 1 },
    schedule: { every_s: 3600 },
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

/** The same for a workflow that can run. */
async function runnablePolicy(): Promise<Record<string, string>> {
  const manifests = manifestsOf({ appId: EXAMPLE.appId, targetEnv: stage.target.url });
  for (const [kind, content] of Object.entries(manifests))
    await post('/api/v1/eval/artifacts', { kind, media_type: 'application/json', content });
  const { workflow_version_digest } = await post('/api/v1/eval/resolve', pinsOf(manifests));
  const before = here.get(RUN_EXAMPLE.digest) ?? '';
  here.set(RUN_EXAMPLE.digest, workflow_version_digest);
  return newPolicy().finally(() => here.set(RUN_EXAMPLE.digest, before));
}

/** A run whose replay has not ended. It is polled once a second. */
async function replayingRun(): Promise<Record<string, string>> {
  const manifests = manifestsOf({ appId: EXAMPLE.appId, targetEnv: stage.target.url });
  for (const [kind, content] of Object.entries(manifests))
    await post('/api/v1/eval/artifacts', { kind, media_type: 'application/json', content });
  const { workflow_version_digest } = await post('/api/v1/eval/resolve', pinsOf(manifests));
  const { workflow_run_id } = await post('/api/v1/eval/runs', { workflow_version_digest });
  return { [RUN_EXAMPLE.runId]: workflow_run_id };
}

/**
 * A plan that no example runs again: a round has suggestions of its own, and none where the rules of examples ignore
 * everything.
 */
let noisyPlanId: string;
const suggested = async () => {
  const { body } = await call(stage.service.url, 'GET', `/api/replays/${noisyPlanId}/noise`);
  return { [EXAMPLE.planId]: noisyPlanId, [EXAMPLE.suggestionId]: String(body.items[0].id) };
};

/** The schedule that examples name. */
async function scheduled(): Promise<Record<string, string>> {
  const body = { cron: '0 0 29 2 *', targetEnv: stage.target.url };
  await call(stage.service.url, 'PUT', `/api/apps/${EXAMPLE.appId}/schedules/${SCHEDULE_EXAMPLE_ID}`, body);
  return {};
}

/** A request that is replayed now, whose target has not answered. */
async function replaying(): Promise<Record<string, string>> {
  ({ promise: held, resolve: release } = Promise.withResolvers<void>());
  replayId = null;
  await post('/api/createPlan', { appId: EXAMPLE.appId, targetEnv: stage.target.url });
  await expect.poll(() => replayId).not.toBeNull();
  return { [EXAMPLE.replayId]: String(replayId) };
}

/** Preconditions of an example. Returns the replacements of its values. */
const GIVEN: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'POST /api/replays/{planId}/stop': async () => {
    ({ promise: held, resolve: release } = Promise.withResolvers<void>());
    const { data } = await post('/api/createPlan', { appId: EXAMPLE.appId, targetEnv: stage.target.url });
    return { [EXAMPLE.planId]: data.replayPlanId };
  },
  ...Object.fromEntries(
    [...operations.keys()]
      .filter((route) => /\/recorder\/(?:replays\/|mocks\/)/.test(route))
      .map((route) => [route, replaying]),
  ),
  'POST /api/v1/eval/runs/{runId}/cancel': replayingRun,
  ...hostExamples(() => stage.service.url),
  ...recordingExamples(() => stage.service.url),
  ...expectationExamples(() => stage),
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
  'GET /api/apps/{appId}/targets': async () => {
    await post(`/api/apps/${EXAMPLE.appId}/targets`, { address: 'https://staging.shop.example' });
    return {};
  },
  'GET /api/apps/{appId}/target-requests': async () => {
    await post(`/api/apps/${EXAMPLE.appId}/target-requests`, { address: 'https://build-4711.preview.example' });
    return {};
  },
  ...Object.fromEntries(
    [...operations.keys()].filter((route) => route.includes('/schedules')).map((route) => [route, scheduled]),
  ),
  'GET /api/replays/{planId}/noise': suggested,
  'POST /api/replays/{planId}/noise/{id}/apply': suggested,
  'POST /api/replays/{planId}/noise/{id}/revert': suggested,
  'GET /api/v2/scores/{scoreId}': async () => {
    const { score_id } = await post('/api/v2/scores', {
      score_id: SCORE_EXAMPLE.score_id,
      target_type: 'trace',
      target_id: EXAMPLE.traceId,
      name: 'helpfulness',
      value: 0.8,
    });
    return { [SCORE_EXAMPLE.score_id]: score_id };
  },
  ...loginExamples(() => stage.service),
};

/** Waits until no plan is running: an application may have only one per target. */
async function settled(): Promise<void> {
  release();
  const running = async () => {
    const { body } = await call(stage.service.url, 'GET', '/api/replays?limit=200');
    return body.items.filter(({ status }: { status: string }) => status !== 'COMPLETED').length;
  };
  await expect.poll(running).toBe(0);
}

describe('an example of the OpenAPI document, sent to a service', () => {
  test.for(EXAMPLES)('has the documented response: %s', async ([route, operation, mediaType]) => {
    await settled();
    const words = new Map([...here, ...Object.entries((await GIVEN[route]?.()) ?? {})]);
    const authorization = words.get('authorization');
    let text = JSON.stringify(requestOf(route, operation, mediaType));
    for (const [example, real] of words) {
      text = text.replaceAll(example, real).replaceAll(encodeURIComponent(example), encodeURIComponent(real));
    }
    const { method, url, headers, body } = JSON.parse(text);
    const answer = await retryRateLimited(() =>
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
    // every answer has one
    const shown = operation.responses[answer.status]?.content?.['application/json']?.example as object;
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
