import { problem, problemOf } from '../../../platform/http/problem.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { digestOfJson } from '../../domain/canonical-json.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';
import { tenantCursor } from '../../ledger/api/event-cursor.ts';
import { RunBody } from './run-body.ts';
import { runLinks, runPath } from './run-view.ts';
import { runDocs } from './runs.doc.ts';

/** Retry-After of a tenant that has too many queued runs. */
const QUEUE_RETRY_SECONDS = 60;

/** Creates a run of a workflow version, once per Idempotency-Key (evaluation 3.7). */
export const createRun = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/runs',
  scope: 'eval:run',
  body: EVALUATION_BODY,
  grows: true,
  doc: runDocs.createRun,

  async answer({ body, headers, caller }, { evaluation }: EvaluationUses<'workflowVersions' | 'runs'>) {
    const key = keyOf(headers);
    if (!key.ok) return problemOf(key);
    const read = validateBody(RunBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const { workflow_version_digest, labels, baseline_run_id } = read.value;
    const workflow = await evaluation.workflowVersions.find(workflow_version_digest);
    if (workflow === undefined)
      return problem('workflow_version_not_found', 'This workflow version was never resolved.');

    const asked = { labels: labels ?? {}, baseline_run_id: baseline_run_id ?? null };
    const made = await evaluation.runs.create({
      workflow,
      ...asked,
      trigger: { type: 'api' },
      input_overrides: null,
      created_by: caller.name,
      idempotency:
        key.value === null
          ? null
          : { key: key.value, fingerprint: digestOfJson({ workflow_version_digest, ...asked }) },
    });
    if (!made.ok) return problemOf(made, MORE[made.code] ?? {});
    const { run, replayed } = made.value;
    return {
      status: 201,
      headers: { location: runPath(run.workflow_run_id), ...(replayed && { 'idempotency-replayed': 'true' }) },
      body: createdRun(run, caller.tenant),
    };
  },
});

const MORE: Readonly<Partial<Record<string, Parameters<typeof problemOf>[1]>>> = {
  validation_failed: {
    errors: [{ pointer: '#/baseline_run_id', code: 'validation_failed', detail: 'is not a run of the tenant' }],
  },
  rate_limited: { headers: { 'retry-after': String(QUEUE_RETRY_SECONDS) } },
};

/** The response at the time of creation, whatever the run's current status. */
const createdRun = (run: WorkflowRun, tenant: string) => ({
  workflow_run_id: run.workflow_run_id,
  status: 'queued' as const,
  workflow_version_digest: run.workflow_version_digest,
  events_cursor: tenantCursor(tenant, run.created_after_sequence),
  links: runLinks(run.workflow_run_id),
});

function keyOf(headers: Headers): Result<string | null, 'validation_failed'> {
  const key = headers.get('idempotency-key');
  if (key === null || /^[\x20-\x7e]{1,255}$/.test(key)) return accept(key);
  return refuse('validation_failed', 'The Idempotency-Key must have 1 to 255 ASCII characters.');
}
