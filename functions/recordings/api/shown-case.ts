import * as v from 'valibot';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';
import { CaseHead, RecordedCall, RecordedRequest, RecordedResponse } from '../domain/recorded-case.ts';
import { Accepted } from '../domain/versions/case-version.ts';

const {
  intake: _,
  credentials: _keys,
  endsSession: _ends,
  recordedAs: _name,
  lastVersion: _last,
  called: _called,
  ...shown
} = CaseHead.entries;

/** How a version came from a run, as responses show it. */
export const ShownAccepted = v.object({ ...Accepted.entries, at: Time });

/** A recording as lists show it (interface 10). */
export const ShownCase = v.object({
  ...shown,
  recordedAt: Time,
  accepted: v.pipe(
    v.optional(ShownAccepted),
    v.description(
      'Its version, if a person accepted it from a run. `before`: the version that an undo restores. Absent: version 1, as recorded.',
    ),
  ),
  unreadable: v.pipe(
    v.optional(v.literal(true)),
    v.description('The stored case is damaged: only its id, application, endpoint and time are known.'),
  ),
});
export type ShownCase = v.InferOutput<typeof ShownCase>;

/** An example of it. */
export const CASE_EXAMPLE: ShownCase = {
  caseId: EXAMPLE.caseId,
  appId: EXAMPLE.appId,
  operation: EXAMPLE.operation,
  method: 'GET',
  recordedAt: EXAMPLE.time,
  traceId: EXAMPLE.traceId,
  session: null,
  tags: { tier: 'gold' },
  durationMs: 12,
  status: 200,
  pinned: false,
};
const truncated = v.optional(v.literal(true));

/** A single recording with everything that was recorded. */
export const CaseWithPayload = v.object({
  ...ShownCase.entries,
  request: v.object({ ...RecordedRequest.entries, truncated }),
  response: v.nullable(v.object({ ...RecordedResponse.entries, truncated })),
  calls: v.array(v.object({ ...RecordedCall.entries, request: v.unknown(), response: v.unknown() })),
});
export type CaseWithPayload = v.InferOutput<typeof CaseWithPayload>;

/** Its request. */
export const REQUEST_EXAMPLE = {
  method: 'GET',
  path: '/orders/1?full=1',
  headers: [['accept', 'application/json']],
  body: null,
  bodyEncoding: 'utf8',
};

/** Its response. */
export const RESPONSE_EXAMPLE = {
  status: 200,
  headers: [['content-type', 'application/json']],
  body: '{"total":10}',
  bodyEncoding: 'utf8',
};

/** Its downstream call. */
export const CALL_EXAMPLE = {
  kind: 'http',
  target: 'inventory',
  operation: 'GET /stock/{sku}',
  request: { sku: 'a-1' },
  response: { left: 3 },
  error: null,
  durationMs: 3,
};

/** An example of a recording as requests send it. */
export const CASE_TO_RECORD_EXAMPLE = {
  caseId: EXAMPLE.caseId,
  appId: EXAMPLE.appId,
  operation: EXAMPLE.operation,
  recordedAt: EXAMPLE.time,
  traceId: EXAMPLE.traceId,
  tags: { tier: 'gold' },
  durationMs: 12,
  request: REQUEST_EXAMPLE,
  response: RESPONSE_EXAMPLE,
  calls: [CALL_EXAMPLE],
};
