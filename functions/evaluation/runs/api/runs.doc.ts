import * as v from 'valibot';
import { docs, json } from '../../../platform/http/documents/endpoint-doc.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { RUN_EXAMPLE, RUN_PARAMS } from '../../common/api/run-example.ts';
import { ShownAttempt } from '../../domain/runs/shown-attempt.ts';
import { ShownRun } from '../../domain/runs/shown-run.ts';
import { RUN_STATUSES } from '../../domain/statuses.ts';
import { RunBody } from './run-body.ts';
import { CREATED_RUN_EXAMPLE, CreatedRun, SHOWN_ATTEMPT_EXAMPLE, SHOWN_RUN_EXAMPLE } from './shown-run.ts';

const digestFilter = (of: string) => ({ schema: Digest, description: `Of this ${of} only.` });

/** What the OpenAPI document says of runs and their attempts (evaluation 3.7, 3.8). */
export const runDocs = docs('Evaluation runs', {
  createRun: {
    summary: 'Run a workflow version',
    description:
      'Without an Idempotency-Key, every request starts a new run. With `events_cursor`, `GET /api/v1/eval/events` starts just before the run.',
    headers: {
      'Idempotency-Key': {
        schema: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
        description:
          'ASCII text, kept for 24 h. The same key with the same body returns the first response, with `Idempotency-Replayed: true`.',
        example: 'build-4711',
      },
    },
    request: json(RunBody, { workflow_version_digest: RUN_EXAMPLE.digest, labels: { branch: 'main' } }),
    responses: { 201: json(CreatedRun, CREATED_RUN_EXAMPLE) },
    refusals: problemDocs(
      'workflow_version_not_found',
      'validation_failed',
      'invalid_digest',
      'idempotency_key_reused',
      'capability_unsupported',
    ),
  },
  readRun: readDoc(ShownRun, SHOWN_RUN_EXAMPLE, {
    summary: 'Read a run',
    description: '`succeeded`, `failed` and `cancelled` are terminal. `gate.decision` decides about the release.',
    params: RUN_PARAMS,
  }),
  listRuns: listDoc(ShownRun, SHOWN_RUN_EXAMPLE, {
    summary: 'List runs',
    query: {
      status: { schema: v.picklist(RUN_STATUSES), description: 'Only this status.' },
      workflow_version_digest: digestFilter('workflow version'),
      lineage_digest: digestFilter('lineage'),
      created_after: { schema: Time, description: 'Created after this time.' },
      created_before: { schema: Time, description: 'Created before this time.' },
      order: { schema: v.picklist(['asc', 'desc']), description: 'Order of creation. Default: newest first.' },
    },
  }),
  cancelRun: {
    summary: 'Cancel a run',
    description:
      'A queued run is cancelled immediately, a running one when its runner has stopped, or after 60 s. Status 200 means that the cancellation was already requested.',
    params: RUN_PARAMS,
    responses: {
      202: json(ShownRun, { ...SHOWN_RUN_EXAMPLE, status: 'cancelling', phase: 'attempting' }),
      200: json(ShownRun, { ...SHOWN_RUN_EXAMPLE, status: 'cancelled' }),
    },
    refusals: problemDocs('not_found', 'run_already_terminal'),
  },
  listAttempts: listDoc(ShownAttempt, SHOWN_ATTEMPT_EXAMPLE, {
    summary: 'List the attempts of a run, newest first',
    params: RUN_PARAMS,
    refusals: problemDocs('not_found'),
  }),
  readAttempt: readDoc(ShownAttempt, SHOWN_ATTEMPT_EXAMPLE, { summary: 'Read an attempt', params: RUN_PARAMS }),
});
