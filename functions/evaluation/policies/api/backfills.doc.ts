import * as v from 'valibot';
import { docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { listDoc } from '../../common/api/resource-docs.ts';
import { BackfillBody } from '../../domain/policies/backfill.ts';
import { ShownBackfill } from '../../domain/policies/shown-window.ts';
import { SHOWN_BACKFILL_EXAMPLE } from './backfill-example.ts';
import { POLICY_PARAMS } from './online-policies.doc.ts';
import { POLICY_EXAMPLE } from './policy-example.ts';

const { policyId } = POLICY_PARAMS;
const BODY = { from: POLICY_EXAMPLE.from, to: EXAMPLE.time, max_targets: 5000 };

/** What the OpenAPI document says of backfills. */
export const backfillDocs = docs('Online policies', {
  createBackfill: {
    summary: 'Start a backfill',
    description:
      'Evaluates past recordings: at most 180 days back and 25,000 targets, one backfill per policy at a time. It processes one day per run, with a separate budget. With `dry_run: true` nothing starts, and the response is 200 with the counts. Its scores have `trigger: "backfill"`.',
    params: { policyId },
    request: json(named('BackfillToMake', BackfillBody), BODY),
    responses: {
      202: json(v.object({ backfill_id: v.string(), status: v.literal('queued') }), {
        backfill_id: POLICY_EXAMPLE.backfillId,
        status: 'queued',
      }),
      200: json(v.object({ matched: Count, sampled: Count, targets: Count, skipped: v.record(v.string(), Count) }), {
        matched: 20_611,
        sampled: 412,
        targets: 412,
        skipped: { not_sampled: 20_199 },
      }),
    },
    refusals: problemDocs('not_found', 'workflow_version_not_found', 'validation_failed', 'limit_reached'),
  },
  listBackfills: listDoc(ShownBackfill, SHOWN_BACKFILL_EXAMPLE, {
    summary: 'List the backfills of an online policy, newest first',
    description: '`total` is null until the targets are counted. `processed` counts those of finished runs.',
    params: { policyId },
    refusals: problemDocs('not_found'),
  }),
  cancelBackfill: {
    summary: 'Cancel a backfill',
    description: 'No new run starts, and a started run continues. Status 200 means that it was already cancelled.',
    params: POLICY_PARAMS,
    responses: {
      202: json(ShownBackfill, { ...SHOWN_BACKFILL_EXAMPLE, status: 'cancelled', completed_at: EXAMPLE.time }),
      200: json(ShownBackfill, { ...SHOWN_BACKFILL_EXAMPLE, status: 'cancelled', completed_at: EXAMPLE.time }),
    },
    refusals: problemDocs('not_found', 'backfill_not_active'),
  },
});
