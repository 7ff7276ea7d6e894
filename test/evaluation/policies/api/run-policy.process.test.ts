import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestsOf, pinsOf } from '../../../support/evaluation/evaluation-manifests.ts';
import { json } from '../../../support/fakes/recorded-target.ts';
import { call } from '../../../support/running-service.ts';
import { serviceAndTarget } from '../../../support/stages/service-and-target.ts';

const PATH = '/api/v1/eval/online-policies';
const HOUR = 3_600_000;
const seen: string[] = [];
const stage = serviceAndTarget(
  ({ headers }, response) => {
    seen.push(String(headers.baggage));
    json(response, { price: 1 });
  },
  { SVC_SETTLE_SECONDS: '0', SVC_NOISE_REDUCTION: 'off' },
);
const post = (path: string, body: unknown) => call(stage.service.url, 'POST', path, body);
const get = async (path: string) => (await call(stage.service.url, 'GET', path)).body;
let workflow_version_digest: string;
let begin: number;
const at = (ms: number) => new Date(begin + ms).toISOString();

const made = async (change: Record<string, unknown>) =>
  (
    await post(PATH, {
      workflow_version_digest,
      enabled: false,
      allow_live: true,
      filter: { app_id: 'shop' },
      sampling: { rate: 1 },
      schedule: { every_s: 3600 },
      ...change,
    })
  ).body.policy_id;

beforeAll(async () => {
  begin = Date.now() - HOUR;
  const recorded = (caseId: string, ms: number, headers: [string, string][] = []) => ({
    caseId,
    appId: 'shop',
    operation: '/orders/{id}',
    recordedAt: at(ms),
    request: { method: 'GET', path: '/orders/1', headers },
    response: { status: 200, headers: [['content-type', 'application/json']], body: '{"price":1}' },
  });
  await post('/api/recorder/cases', [
    ...[recorded('a', 0), recorded('b', 1), recorded('late', 2)],
    recorded('replayed', 0, [['baggage', 'k=v,eval.execution=true']]),
  ]);
  const manifests = manifestsOf({ appId: 'shop', targetEnv: stage.target.url });
  for (const [kind, content] of Object.entries(manifests))
    await post('/api/v1/eval/artifacts', { kind, media_type: 'application/json', content });
  workflow_version_digest = (await post('/api/v1/eval/resolve', pinsOf(manifests))).body.workflow_version_digest;
});
afterAll(() => expect(stage.service.output()).not.toContain('request failed'));

describe('POST online-policies/{id}/run (evaluation 3.13, 5.12)', () => {
  test('returns 202 for a window, also of an inactive policy, and the same run when repeated', async () => {
    const redaction = { headers: ['accept'], json_paths: ['$.price'] };
    const id = await made({ name: 'one window', redaction });
    const window = { from: at(0), to: at(2) };
    const answers = await Promise.all([1, 2, 3].map(() => post(`${PATH}/${id}/run`, window)));
    const [{ body }] = answers as [(typeof answers)[0]];
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual([1, 2, 3].map(() => [202, body]));
    const ended = `/api/v1/eval/runs/${body.workflow_run_id}`;
    await expect.poll(async () => (await get(ended)).status).toBe('succeeded');
    const run = await get(ended);
    expect(run.trigger).toMatchObject({ type: 'online_policy', policy_id: id, window });
    const { data } = await get(`${PATH}/${id}/executions`);
    expect(data).toMatchObject([
      {
        ...body,
        trigger: 'manual',
        status: 'completed',
        window,
        matched: 2,
        sampled: 2,
        targets: 2,
        skipped: { excluded: 1 },
        case_set: run.input_overrides.case_set,
      },
    ]);
    const { replay } = (await get(`${ended}/attempts`)).data[0];
    expect((await get(`/openapi/v1/replay-runs/${replay.plan_id}`)).totalCases).toBe(2);
    // Calls of the service under test are recorded as part of an evaluation.
    const baggage = expect.stringMatching(/^eval\.execution=true,replay\.id=[0-9a-f]{24}$/);
    expect(seen).toEqual([baggage, baggage]);
    expect(await get(`${PATH}/${id}`)).toMatchObject({ status: 'inactive', next_run_at: null });
  });

  test('starts no run without a sampled case', async () => {
    const id = await made({ name: 'empty' });
    const { status, body } = await post(`${PATH}/${id}/run`, { from: at(10), to: at(11) });
    expect([status, body]).toEqual([202, { execution_id: expect.stringMatching(/^pexe_/), workflow_run_id: null }]);
  });

  test('counts towards the budgets, except for a repeated window', async () => {
    const id = await made({ name: 'budget', budgets: { max_runs_per_hour: 1 } });
    const first = await post(`${PATH}/${id}/run`, { from: at(0), to: at(1) });
    const next = await post(`${PATH}/${id}/run`, { from: at(1), to: at(2) });
    expect([next.status, next.body.code]).toEqual([409, 'limit_reached']);
    expect((await post(`${PATH}/${id}/run`, { from: at(0), to: at(1) })).body).toEqual(first.body);
  });

  test.for<[string, Record<string, number>, number[]]>([
    ['max_runs_per_hour', { max_runs_per_hour: 1 }, [202, 409, 409]],
    ['max_targets_per_day', { max_targets_per_day: 2 }, [202, 202, 409]],
  ])('applies %s to windows that are run at the same time', async ([name, budgets, statuses]) => {
    const id = await made({ name: `${name} at once`, budgets });
    const windows = [0, 1, 2].map((ms) => ({ from: at(ms), to: at(ms + 1) }));
    const answers = await Promise.all(windows.map((window) => post(`${PATH}/${id}/run`, window)));
    expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
    expect((await get(`${PATH}/${id}/executions`)).data).toHaveLength(statuses.indexOf(409));
  });

  test.for<[string, () => object, string | undefined]>([
    ['a day', () => ({ from: at(-23 * HOUR), to: at(HOUR) }), undefined],
    ['more than a day', () => ({ from: at(-23 * HOUR - 1), to: at(HOUR) }), '#/from'],
    ['the future', () => ({ from: at(0), to: at(2 * HOUR) }), '#/to'],
    ['the wrong way round', () => ({ from: at(1), to: at(0) }), '#/from'],
    ['no end', () => ({ from: at(0) }), '#/to'],
  ])('accepts or refuses %s', async ([name, window, pointer]) => {
    const id = await made({ name, filter: { app_id: 'shop', operations: 'none' } });
    const { status, body } = await post(`${PATH}/${id}/run`, window());
    expect([status, body.errors?.[0]?.pointer]).toEqual([pointer === undefined ? 202 : 422, pointer]);
  });
});
