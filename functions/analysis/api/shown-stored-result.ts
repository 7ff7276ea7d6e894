import * as v from 'valibot';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Outcome } from '../../platform/http/documents/shown-schemas.ts';
import { COUNTS_EXAMPLE, ShownCounts } from '../../replay/api/parts/shown-counts.ts';

/** The stored result of a replay that the trigger started (spec 2.6). */
export const StoredResult = v.object({
  planId: v.string(),
  ...ShownCounts.entries,
  attributes: v.nullable(v.record(v.string(), v.unknown())),
  summary: v.nullable(v.string()),
  ...Outcome.entries,
});

export type StoredResult = v.InferOutput<typeof StoredResult>;

/** An example of it. */
export const STORED_RESULT_EXAMPLE = {
  planId: EXAMPLE.planId,
  ...COUNTS_EXAMPLE,
  attributes: { 'service.name': 'shop', 'vcs.ref.head.name': 'main' },
  summary: 'The total is rounded before the tax is added.',
  errorCode: null,
  errorMessage: null,
};
