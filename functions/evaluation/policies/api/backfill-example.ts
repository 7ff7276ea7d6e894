import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { POLICY_EXAMPLE } from './policy-example.ts';

/** A backfill in answers. */
export const SHOWN_BACKFILL_EXAMPLE = {
  backfill_id: POLICY_EXAMPLE.backfillId,
  policy_id: POLICY_EXAMPLE.policyId,
  version: 1,
  policy_version: RUN_EXAMPLE.digest,
  from: POLICY_EXAMPLE.from,
  to: EXAMPLE.time,
  rate: 0.02,
  max_targets: 5000,
  status: 'running',
  processed: 120,
  total: 412,
  error: null,
  created_by: EXAMPLE.userName,
  created_at: EXAMPLE.time,
  completed_at: null,
};
