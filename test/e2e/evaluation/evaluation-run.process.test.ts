import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ResultBundle } from '../../../functions/evaluation/domain/replay-regression/result-bundle.ts';
import { STOCK_CALL } from '../../support/downstream-calls.ts';
import { type EvaluationOf, manifestsOf } from '../../support/evaluation/evaluation-manifests.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call } from '../../support/running-service.ts';
import { GOOD_RUN } from '../../support/stages/evaluation-stage.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

/**
 * The new build answers differently at one endpoint, and at another asks for a downstream call that was not recorded.
 */
const stage = serviceAndTarget(async ({ url, headers }, response) => {
  if (url === '/audited') {
    const audit = { ...STOCK_CALL, operation: 'POST /audit', request: { method: 'POST', path: '/audit' } };
    const question = { replayId: headers['x-replay-id'], call: audit };
    await call(stage.service.url, 'POST', '/api/recorder/mocks/match', question);
  }
  json(response, { price: url.startsWith('/a10') ? 2 : 1 });
});
const ask = (method: string, path: string, body?: unknown) =>
  call(stage.service.url, method, `/api/v1/eval${path}`, body);

async function record(appId: string): Promise<void> {
  const cases = Array.from({ length: 33 }, (_, index) =>
    recordedGet(appId, `/a${index % 11}/${index}`, { price: 1 }, { operation: `/a${index % 11}` }),
  );
  expect((await call(stage.service.url, 'POST', '/api/recorder/cases', cases)).body.accepted).toBe(33);
  await call(stage.service.url, 'PUT', `/api/apps/${appId}/settings`, { replay: { maxQps: 500 } });
}

/** Like a pipeline: posts manifests, resolves them, starts a run and polls it until it ends. */
async function evaluated(of: Omit<EvaluationOf, 'targetEnv'>) {
  const pinned: Record<string, string> = {};
  for (const [kind, content] of Object.entries(manifestsOf({ ...of, targetEnv: stage.target.url }))) {
    const artifact = await ask('POST', '/artifacts', { kind, media_type: 'application/json', content });
    expect([200, 201]).toContain(artifact.status);
    pinned[kind] = artifact.body.digest;
  }
  const resolved = await ask('POST', '/resolve', {
    framework_definition: { digest: pinned.framework_definition },
    ...Object.fromEntries(
      ['runner', 'subject', 'environment', 'gate_policy'].map((name) => [name, { version: pinned[name] }]),
    ),
  });
  expect(resolved.body).toMatchObject({ resolution: 'complete', runnable: true });
  const { workflow_version_digest } = resolved.body;
  const started = await ask('POST', '/runs', { workflow_version_digest, labels: { build: '4711' } });
  expect(started.status).toBe(201);
  const runId: string = started.body.workflow_run_id;
  await expect
    .poll(async () => (await ask('GET', `/runs/${runId}`)).body.status, { interval: 200 })
    .toMatch(/succeeded|failed|cancelled/);
  return { runId, run: (await ask('GET', `/runs/${runId}`)).body };
}

async function eventsOf(runId: string): Promise<string[]> {
  const { body } = await ask('GET', `/runs/${runId}/events?limit=100`);
  return body.data.map(({ type, payload }: { type: string; payload: { status?: string; role?: string } }) =>
    type === 'framework.attempted' || type === 'artifact.committed'
      ? `${type}(${payload.role ?? payload.status})`
      : type,
  );
}

describe('an evaluation over HTTP (spec 2.10, evaluation 3)', () => {
  test('passes the gate of a build that answers like production', async () => {
    await record('same');
    const operations = Array.from({ length: 10 }, (_, index) => `/a${index}`);
    const { runId, run } = await evaluated({ appId: 'same', config: { operations } });
    expect(run).toMatchObject({ status: 'succeeded', gate: { status: 'decided', decision: 'pass' } });
    expect(await eventsOf(runId)).toEqual(GOOD_RUN);

    const attempt = (await ask('GET', `/attempts/${run.attempts[0].attempt_id}`)).body;
    expect(attempt).toMatchObject({ status: 'succeeded', replay: { findings_state: 'CLEAN' } });
    const planId: string = attempt.replay.plan_id;
    const poll = await call(stage.service.url, 'GET', `/openapi/v1/replay-runs/${planId}`);
    expect(poll.body).toMatchObject({ status: 'COMPLETED', verdict: 'PASS', totalCases: 30 });
    const stored = await call(stage.service.url, 'GET', `/openapi/v1/replay-runs/${planId}/diagnosis`);
    expect(stored.body.errorCode).toBe('NOT_FOUND');

    const download = (await ask('GET', `/artifacts/${run.native_result_artifact}/download`)).body;
    const bundle = await (await fetch(download.url)).json();
    expect(bundle).toMatchObject({
      schema: 'replay-regression.result/v1',
      plan_id: planId,
      summary: { state: 'CLEAN', verdict: 'PASS', pass_rate: 1, total_cases: 30, mock_misses: 0 },
      case_results: { cases: 30 },
    });
    const scores = await call(
      stage.service.url,
      'GET',
      `/api/v2/scores?workflow_run_id=${runId}&name=replay.pass_rate`,
    );
    expect(scores.body.data).toMatchObject([{ value: 1, origin: 'trusted_host', source: 'evaluator' }]);

    const times = '/api/v2/scores?name=replay.latency';
    const latency = await call(stage.service.url, 'GET', `${times}.p95_ms&workflow_run_id=${runId}&limit=100`);
    const measured = v.parse(ResultBundle, bundle).latency.map(({ replayed }) => replayed.p95);
    expect(measured).toHaveLength(10);
    expect(latency.body.data.map(({ value }: { value: number }) => value).toSorted()).toEqual(measured.toSorted());
    const ratios = await call(stage.service.url, 'GET', `${times}.p95_ratio&workflow_run_id=${runId}`);
    expect(ratios.body.data).toEqual([]);
  });

  test('succeeds as a run and fails the gate of a build that differs', async () => {
    await record('differs');
    const { runId, run } = await evaluated({ appId: 'differs' });
    expect(run).toMatchObject({ status: 'succeeded', gate: { status: 'decided', decision: 'fail' } });
    expect(await eventsOf(runId)).toEqual(GOOD_RUN);
    const gate = (await ask('GET', `/runs/${runId}/gate`)).body;
    expect(gate).toMatchObject({ decision: 'fail', conclusive: true });
    expect(gate.rules.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome])).toEqual([
      ['attempt-ok', 'pass'],
      ['needs-action', 'fail'],
      ['state', 'fail'],
    ]);
  });

  test('counts a downstream call without a recorded answer as a miss, and is then not reproducible', async () => {
    const calls = [{ ...STOCK_CALL, response: {} }];
    const audited = recordedGet('misses', '/audited', { price: 1 }, { operation: '/audited', calls });
    expect((await call(stage.service.url, 'POST', '/api/recorder/cases', [audited])).body.accepted).toBe(1);
    const { runId, run } = await evaluated({ appId: 'misses', hosts: ['127.0.0.1'] });
    expect(run).toMatchObject({
      status: 'succeeded',
      // As the traffic is recorded again.
      reproducibility_class: 'recorded_external',
      observed_reproducibility_class: 'live',
    });
    const scores = await call(
      stage.service.url,
      'GET',
      `/api/v2/scores?workflow_run_id=${runId}&name=replay.mock_misses`,
    );
    expect(scores.body.data).toMatchObject([{ value: 1 }]);
    const download = (await ask('GET', `/artifacts/${run.native_result_artifact}/download`)).body;
    expect(await (await fetch(download.url)).json()).toMatchObject({ mock_misses: 1, summary: { mock_misses: 1 } });
  });

  test('fails as a run and at its gate if the definition names an endpoint that was never recorded', async () => {
    await record('gone');
    const pinned = await evaluated({ appId: 'gone', config: { operations: ['/unknown'] } });
    expect(pinned.run).toMatchObject({ status: 'failed', gate: { decision: 'fail' } });
    expect(await eventsOf(pinned.runId)).toEqual([
      'workflow.validated',
      'framework.attempted(invalid_input)',
      'gate.decided',
      'workflow.completed',
    ]);
  });
});
