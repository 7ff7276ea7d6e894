import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';

/** Maximum cases of a set: those of a backfill (evaluation 3.13). */
export const MAX_SET_CASES = 25_000;

/** Cases to replay, each with the digest of its recording (evaluation 5.12). */
export const CaseSet = v.object({
  schema: v.literal('eval.case-set/v1'),
  /** What was redacted from the recordings before their digests were calculated. Default: nothing. */
  redaction: v.optional(v.object({ headers: v.array(v.string()), json_paths: v.array(v.string()) }), {
    headers: [],
    json_paths: [],
  }),
  cases: v.pipe(
    v.array(v.object({ case_id: v.string(), trace_id: v.string(), digest: Digest })),
    v.maxLength(MAX_SET_CASES),
  ),
});
export type CaseSet = v.InferOutput<typeof CaseSet>;
