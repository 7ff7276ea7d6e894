import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { BUILT_IN_RUNNER } from '../../../functions/evaluation/domain/replay-regression/built-in-runner.ts';
import { manifestsOf, pinsOf, startedRun } from '../../support/evaluation/evaluation-manifests.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { evaluationStage } from '../../support/stages/evaluation-stage.ts';

const stage = evaluationStage((_, response) => json(response, { price: 1 }));
const failed = (status: string) => [
  'workflow.validated',
  `framework.attempted(${status})`,
  'gate.decided',
  'workflow.completed',
];

describe('a run that cannot start (evaluation 3, 5.7)', () => {
  test.for<[string, string, Record<string, unknown>, reason?: string]>([
    ['an application without recordings', 'missing_evidence', {}],
    ['endpoints of such an application', 'invalid_input', { operations: ['/a'] }],
    ['an unusable window', 'invalid_input', { case_source_hours: 0 }, 'validation_failed'],
    ['blank endpoints', 'invalid_input', { operations: [' '] }, 'validation_failed'],
    ['an unusable case source', 'invalid_input', { case_source: 'both' }, 'validation_failed'],
    ['an unknown case set', 'missing_evidence', { case_set: { digest: BUILT_IN_RUNNER.digest } }],
  ])('fails for %s: %s', async ([, status, config, reason = status], { task }) => {
    const appId = `nothing-${task.id}`;
    if ('case_set' in config) await stage.recorded(appId, 3, 3);
    const runId = await startedRun({ appId, targetEnv: stage.target.url, config }, stage.services);
    await stage.ran(runId, 2);
    expect(await stage.events(runId)).toEqual(failed(status));
    expect(await stage.run(runId)).toMatchObject({ status: 'failed', gate: { status: 'decided', decision: 'fail' } });
    expect((await stage.attempt(runId)).status_reason?.code).toBe(reason);
  });

  test('fails with invalid_input for an endpoint that was never recorded', async () => {
    await stage.recorded('known', 3, 3);
    const config = { operations: ['/unknown'] };
    const runId = await startedRun({ appId: 'known', targetEnv: stage.target.url, config }, stage.services);
    await stage.ran(runId);
    expect(await stage.events(runId)).toEqual(failed('invalid_input'));
  });

  test('fails with invalid_input for more unknown endpoints than an event can name', async () => {
    await stage.recorded('known-too', 3, 3);
    const config = { operations: Array.from({ length: 50 }, (_, at) => `/unknown/${at}/${'x'.repeat(1000)}`) };
    const runId = await startedRun({ appId: 'known-too', targetEnv: stage.target.url, config }, stage.services);
    await stage.ran(runId);
    expect(await stage.events(runId)).toEqual(failed('invalid_input'));
    const { detail = '' } = (await stage.attempt(runId)).status_reason ?? {};
    expect(detail).toMatch(/^these operations are not registered under appId=known-too: \[\/unknown\/0\/x+, .*…$/);
    expect(detail).toHaveLength(2000);
  });

  test('fails with missing_evidence through the queue for unknown digests', async () => {
    const { evaluation } = stage.services;
    const pins = pinsOf(manifestsOf({ appId: 'never-seen', targetEnv: stage.target.url }));
    const workflow = await evaluation.workflowVersions.resolve(pins);
    const created = await evaluation.runs.create({
      workflow,
      labels: {},
      baseline_run_id: null,
      trigger: { type: 'api' },
      input_overrides: null,
      created_by: 'tests',
      idempotency: null,
    });
    if (!created.ok) throw new Error(created.code);
    const runId = created.value.run.workflow_run_id;
    await stage.ran(runId, 3);
    expect(await stage.events(runId)).toEqual(failed('missing_evidence'));
    expect(await stage.run(runId)).toMatchObject({
      status: 'failed',
      status_reason: { code: 'missing_evidence' },
      started_at: null,
    });
  });

  test('fails with invalid_input for an invalid manifest', async () => {
    const { evaluation } = stage.services;
    const bytes = Buffer.from(canonicalJson({ schema: 'eval.subject/v1' }));
    const { digest } = await evaluation.artifacts.put({ bytes, kind: 'subject', media_type: 'application/json' });
    const manifests = manifestsOf({ appId: 'invalid', targetEnv: stage.target.url });
    await startedRun({ appId: 'invalid', targetEnv: stage.target.url }, stage.services);
    const workflow = await evaluation.workflowVersions.resolve({ ...pinsOf(manifests), subject: { version: digest } });
    const created = await evaluation.runs.create({
      workflow,
      labels: {},
      baseline_run_id: null,
      trigger: { type: 'api' },
      input_overrides: null,
      created_by: 'tests',
      idempotency: null,
    });
    if (!created.ok) throw new Error(created.code);
    await stage.ran(created.value.run.workflow_run_id);
    expect(await stage.events(created.value.run.workflow_run_id)).toEqual(failed('invalid_input'));
    expect(await stage.run(created.value.run.workflow_run_id)).toMatchObject({
      status_reason: { code: 'validation_failed' },
    });
  });
});
