import * as v from 'valibot';
import { type EndpointDoc, json, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { COUNTS_EXAMPLE, ShownCounts } from '../../replay/api/shown-counts.ts';

/** The stored result of a replay that the trigger started (spec 2.6). */
export const StoredResult = v.object({
  planId: v.string(),
  ...ShownCounts.entries,
  attributes: v.nullable(v.record(v.string(), v.unknown())),
  summary: v.nullable(v.string()),
  errorCode: v.nullable(v.string()),
  errorMessage: v.nullable(v.string()),
});
export type StoredResult = v.InferOutput<typeof StoredResult>;

/** API documentation of reading a stored result (spec 2.6, 7.2). */
export const readStoredResultDoc: EndpointDoc = {
  id: 'readStoredResult',
  tag: 'Trigger and poll',
  summary: 'Read the stored result of a run',
  description: 'For runs that the trigger started. `attributes` are returned as given, from the start.',
  responses: {
    200: json(named('StoredResult', StoredResult), {
      planId: EXAMPLE.planId,
      ...COUNTS_EXAMPLE,
      attributes: { 'service.name': 'shop', 'vcs.ref.head.name': 'main' },
      summary: 'The total is rounded before the tax is added.',
      errorCode: null,
      errorMessage: null,
    }),
  },
  codes: {
    NOT_FOUND: 'There is no such run, or the trigger did not start it.',
    NO_CONCLUSION_YET: 'The replay has not finished.',
  },
};
