import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage, shop } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { manifestsOf, ONLY_CLEAN, pinsOf } from '../../support/evaluation/evaluation-manifests.ts';
import { call } from '../../support/running-service.ts';

const { sharedStage, target } = cliStage();
const RUNS = '/api/v1/eval/runs';
/** A build with this price on the first endpoint. */
const build = (price: number) => shop((path) => (path.startsWith('/part1/') ? price : 10));

async function keep(url: string, kind: string, content: unknown): Promise<string> {
  const { status, body } = await call(url, 'POST', '/api/v1/eval/artifacts', {
    kind,
    media_type: 'application/json',
    content,
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body.digest;
}

/** Commits and resolves manifests, like a pipeline before it requests a gate. */
async function resolved(url: string, targetEnv: string, policy?: Record<string, unknown>): Promise<string> {
  const manifests = manifestsOf({ appId: 'shop', targetEnv, ...(policy && { policy }) });
  for (const [kind, content] of Object.entries(manifests)) await keep(url, kind, content);
  return (await call(url, 'POST', '/api/v1/eval/resolve', pinsOf(manifests))).body.workflow_version_digest;
}

const gated = (workflow: string, ...more: string[]) => ['gate', '--workflow', workflow, '--wait', '--json', ...more];

describe('replay gate (evaluation 3.9)', () => {
  test('exits with 0 for a release, 1 for a refusal, and 3 if the gate cannot be evaluated', async () => {
    const { env, url, folder } = await sharedStage();
    const good = await resolved(url, await target(build(10)));
    const passed = await replay(gated(good), env);
    expect(passed.code, passed.stderr).toBe(0);
    const { run, gate } = JSON.parse(passed.stdout);
    expect(run).toMatchObject({ status: 'succeeded', gate: { decision: 'pass' } });
    expect(gate).toMatchObject({ status: 'decided', primary: true, conclusive: true, reason_codes: [] });

    const bad = await resolved(url, await target(build(11)));
    const github = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), GITHUB_OUTPUT: join(folder, 'output') };
    const failed = await replay(['gate', '--workflow', bad, '--wait', '--github', '--markdown', join(folder, 'g.md')], {
      ...env,
      ...github,
    });
    expect(failed.code, failed.stderr).toBe(1);
    expect(failed.stdout).toMatch(/^FAIL: a required rule does not hold\n/);
    expect(readFileSync(github.GITHUB_OUTPUT, 'utf8')).toMatch(/^run-id=wrun_\w{26}\ndecision=fail\n$/);
    for (const file of [github.GITHUB_STEP_SUMMARY, join(folder, 'g.md')])
      expect(readFileSync(file, 'utf8')).toContain('| needs-action | fail | 1 | lte 0 |');

    const unknown = await resolved(url, 'http://127.0.0.1:9', { ...ONLY_CLEAN, rules: [] });
    expect((await replay(gated(unknown), env)).code).toBe(3);

    const refused = manifestsOf({ appId: 'shop', targetEnv: url, config: { case_source_hours: 0 } });
    for (const [kind, content] of Object.entries(refused)) await keep(url, kind, content);
    const { workflow_version_digest } = (await call(url, 'POST', '/api/v1/eval/resolve', pinsOf(refused))).body;
    const why = await replay(
      ['gate', '--workflow', workflow_version_digest, '--wait', '--markdown', join(folder, 'g.md')],
      env,
    );
    expect(why.stdout).toContain(' failed: validation_failed, #/framework_definition/config: caseSourceHours must be ');
    expect(readFileSync(join(folder, 'g.md'), 'utf8')).toContain(
      ' failed: validation\\_failed, #/framework\\_definition/',
    );
    expect((await replay(['gate', run.workflow_run_id], env)).stdout).toMatch(/^PASS: the release may go\n/);
  });

  test('asks for the gate of the run of an earlier attempt of the same job', async () => {
    const { env, url } = await sharedStage();
    const workflow = await resolved(url, await target(build(10)));
    const job = {
      ...env,
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'shop/api',
      GITHUB_RUN_ID: '1',
      GITHUB_JOB: 'gate',
    };
    const runOf = async (settings: Record<string, string>, ...more: string[]) =>
      JSON.parse((await replay(gated(workflow, ...more), settings)).stdout).run.workflow_run_id;
    const first = await runOf(job);
    expect(await runOf(job)).toBe(first);
    expect(await runOf({ ...job, GITHUB_JOB: 'other' })).not.toBe(first);
    expect(await runOf(job, '--no-idempotency-key')).not.toBe(first);
  });

  test('exits with 64 for wrong use, and 2 for an unknown run or version and for a timeout', async () => {
    const { env, url } = await sharedStage();
    for (const args of [['gate'], ['gate', 'wrun_1', '--workflow', 'x']])
      expect(await replay(args, env), args.join(' ')).toMatchObject({ code: 64 });
    for (const args of [['gate', 'wrun_1'], gated('sha256:1')])
      expect(await replay(args, env), args.join(' ')).toMatchObject({ code: 2 });
    const { stderr } = await replay(['gate', '--workflow', 'sha256:1', '--baseline', 'x'], env);
    expect(stderr).toMatch(/\n {2}#\/workflow_version_digest is invalid\n {2}#\/baseline_run_id is inv/);
    const held = Promise.withResolvers<void>();
    const slow = await target(async (_, response) => {
      await held.promise;
      response.end();
    });
    const late = await replay(gated(await resolved(url, slow), '--timeout', '0.02'), env);
    held.resolve();
    expect(late.code).toBe(2);
    expect(JSON.parse(late.stdout)).toMatchObject({ errorCode: 'TIMED_OUT' });
  });
});

describe('a gate over HTTP (evaluation 3.9, principle 4)', () => {
  test('ignores forged scores, decides apart by another policy, and gives a check for CI', async () => {
    const { env, url } = await sharedStage();
    const get = async (address: string) => (await call(url, 'GET', address)).body;
    const { stdout } = await replay(gated(await resolved(url, await target(build(11)))), env);
    const { run, gate } = JSON.parse(stdout);
    const path = `${RUNS}/${run.workflow_run_id}`;
    const again = async (version: string) => call(url, 'POST', `${path}/gate-decisions`, { gate_policy: { version } });

    const real = (await get(`/api/v2/scores?workflow_run_id=${run.workflow_run_id}&limit=100`)).data;
    expect(real.length).toBeGreaterThan(30);
    const names = [...new Set<string>(real.map(({ name }: { name: string }) => name))];
    for (const [target_type, target_id] of [
      ['workflow_run', run.workflow_run_id],
      ['trace', 'T1'],
    ])
      for (const name of names)
        for (const change of [
          {},
          { source: 'evaluator' },
          { origin: 'trusted_host' },
          { score_id: real[0].score_id },
        ]) {
          const score = { target_type, target_id, name, value: 0, metadata: { run: run.workflow_run_id }, ...change };
          const { status } = await call(url, 'POST', '/api/v2/scores', score);
          if (target_type === 'workflow_run') expect(status).toBe(403);
          else if ('score_id' in change) expect(status).toBe(409);
          else expect(status).toBe(201);
        }
    await call(url, 'POST', '/api/v2/scores', {
      target_type: 'workflow_run',
      target_id: run.workflow_run_id,
      name: 'human',
      value: 1,
      source: 'user',
    });

    const repeated = await again(gate.gate_policy_version);
    expect(repeated).toMatchObject({ status: 201, body: { primary: false, decision: 'fail' } });
    expect(repeated.body.decision_digest).toBe(gate.decision_digest);
    expect(await get(`${path}/gate`)).toEqual(gate);
    expect(await get(`${path}/gate?format=check`)).toEqual({
      status: 'completed',
      conclusion: 'failure',
      summary: 'The gate failed: needs-action (fail), state (fail).',
    });
    expect((await call(url, 'GET', `${path}/gate?format=xml`)).status).toBe(400);

    const human = { id: 'human', metric: 'human', aggregation: 'mean', op: 'gte', threshold: 1 };
    const forged = await keep(url, 'gate_policy', { ...ONLY_CLEAN, rules: [human] });
    expect((await again(forged)).body).toMatchObject({
      decision: 'fail',
      conclusive: false,
      reason_codes: ['missing'],
    });
    const lenient = await keep(url, 'gate_policy', { ...ONLY_CLEAN, rules: ONLY_CLEAN.rules.slice(0, 1) });
    const passed = await again(lenient);
    expect(passed.body).toMatchObject({ decision: 'pass', primary: false });
    expect(await get(`/api/v1/eval/gates/${passed.body.gate_decision_id}`)).toEqual(passed.body);
    const never = await again(`sha256:${'9'.repeat(64)}`);
    expect(never.body).toMatchObject({ decision: 'fail', reason_codes: ['gate_policy_unknown'] });
    expect((await again('sha256:9')).body.code).toBe('invalid_digest');

    const first = await get(`${path}/gate-decisions?limit=3`);
    const rest = await get(`${path}/gate-decisions?limit=3&cursor=${first.next_cursor}`);
    const all = [...first.data, ...rest.data].map(({ gate_decision_id }) => gate_decision_id);
    expect(all).toHaveLength(5);
    expect([all[0], all.at(-1), rest.has_more]).toEqual([never.body.gate_decision_id, gate.gate_decision_id, false]);
    // The run has not changed, and there is no new event.
    expect(await get(path)).toEqual(run);
    const events = (await get(`${path}/events?limit=100`)).data;
    expect(events.filter(({ type }: { type: string }) => type === 'gate.decided')).toHaveLength(1);
  });

  test('is pending for a run that has not ended, not applicable to a cancelled one, and 404 for an unknown one', async () => {
    const { url } = await sharedStage();
    const held = Promise.withResolvers<void>();
    const slow = await target(async (_, response) => {
      await held.promise;
      response.end();
    });
    const workflow_version_digest = await resolved(url, slow);
    const { body } = await call(url, 'POST', RUNS, { workflow_version_digest });
    const path = `${RUNS}/${body.workflow_run_id}`;
    const version = `sha256:${'9'.repeat(64)}`;
    expect((await call(url, 'GET', `${path}/gate`)).body).toMatchObject({ status: 'pending', decision: null });
    expect((await call(url, 'GET', `${path}/gate?format=check`)).body).toMatchObject({ conclusion: null });
    expect((await call(url, 'POST', `${path}/gate-decisions`, { gate_policy: { version } })).body.code).toBe(
      'run_not_terminal',
    );
    await call(url, 'POST', `${path}/cancel`);
    held.resolve();
    await expect.poll(async () => (await call(url, 'GET', path)).body.status).toBe('cancelled');
    expect((await call(url, 'GET', `${path}/gate`)).body).toMatchObject({ status: 'not_applicable', decision: null });
    expect((await call(url, 'GET', `${path}/gate?format=check`)).body).toMatchObject({ conclusion: 'cancelled' });
    for (const part of ['gate', 'gate-decisions'])
      expect((await call(url, 'GET', `${RUNS}/wrun_01KAFP4G80A1B2C3D4E5F6G7H8/${part}`)).status).toBe(404);
    expect((await call(url, 'GET', '/api/v1/eval/gates/gdec_none')).status).toBe(404);
  });
});
