import * as v from 'valibot';
import { DifferenceKind } from '../../../compare/domain/difference.ts';
import { answers, docs, json, named, refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count, lists, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../../replay/api/parts/run-refusals.ts';
import { MAX_ACCEPTED_AT_ONCE } from '../../domain/accepting/accept-of.ts';
import { LEFT_OUT_TEXTS, LeftOutReason } from '../../domain/accepting/left-out.ts';
import { AcceptInput } from './accept-input.ts';

const LeftOut = v.object({
  planItemId: v.string(),
  caseId: v.nullable(v.string()),
  reason: LeftOutReason,
  reasonText: v.string(),
});

const Next = v.pipe(
  v.nullable(v.number()),
  v.description(
    `A call looks at ${MAX_ACCEPTED_AT_ONCE} requests. Call again with this as \`after\`. Null after the last one.`,
  ),
);
const MappedValues = v.pipe(
  Count,
  v.description('Ids and tokens that the build issued, and that are written as they were recorded.'),
);

/** What became the recordings, as responses show it. */
const ShownAcceptance = v.object({
  planId: v.string(),
  at: v.pipe(Time, v.description('Names this call in its run, to undo it.')),
  accepted: v.array(v.object({ planItemId: v.string(), caseId: v.string(), version: v.number() })),
  leftOut: v.array(LeftOut),
  mappedValues: MappedValues,
  next: Next,
});

/** What would become the recordings, as responses show it. */
const ShownAcceptPreview = v.object({
  planId: v.string(),
  accepts: v.pipe(Count, v.description('Recordings that would get a new version.')),
  version: v.pipe(v.nullable(v.number()), v.description('The highest number of these versions.')),
  changes: v.pipe(
    v.array(
      v.object({
        operation: v.string(),
        method: v.nullable(v.string()),
        kind: DifferenceKind,
        subject: v.string(),
        recorded: v.nullable(v.string()),
        replayed: v.nullable(v.string()),
        recordings: Count,
        leftOut: v.nullable(LeftOutReason),
      }),
    ),
    v.description('What changes by endpoint and field, with the values of one recording. `leftOut`: needs `force`.'),
  ),
  leftOut: v.array(LeftOut),
  mappedValues: MappedValues,
  next: Next,
});

/** A call that accepted results, as lists show it. */
const ListedAcceptance = v.object({
  at: Time,
  by: v.string(),
  note: v.nullable(v.string()),
  accepted: v.pipe(v.nullable(Count), v.description('Null while the call works, and if it was cut off.')),
  version: v.nullable(v.number()),
  undone: v.nullable(v.object({ by: v.string(), at: Time })),
});

/** The refusal of input that is not valid. */
const INVALID_ACCEPT = refusal(400, 'INVALID_ACCEPT', 'finding.kind is missing or invalid');
/** The refusal of a run that says nothing about the build. */
const BESIDE_BUILD = refusal(
  409,
  'RUNNING_BUILD',
  'the run was compared with a running build; accept the change in a run that compares with recordings',
);
const UNWELL = refusal(
  409,
  'ENVIRONMENT_FAILURE',
  'the target was unwell, so its responses say nothing about the build',
);
/** The refusal of an undo of a call that the run does not have. */
export const NO_ACCEPTANCE = refusal(404, 'NOT_FOUND', 'at: nothing was accepted of this run at this time');
/** The refusal of a time that is not one. */
export const INVALID_AT = refusal(400, 'INVALID_QUERY', 'at must be the time of a call in ISO-8601');

const REFUSED = [
  NO_PLAN,
  INVALID_ACCEPT,
  NOT_COMPLETED,
  UNWELL,
  BESIDE_BUILD,
  refusal(404, 'NO_SUCH_FINDING', 'finding: the run shows no such finding'),
];
const ABOUT = `What the build answered becomes the next version of the recordings, pinned and rolling: response and downstream calls. Later runs compare with it. The request stays, values that the build issued are written as recorded, and sealed values stay sealed. Finished runs stay as they are. \`leftOut\` has the requests that are not accepted, each with its reason.`;
const EXAMPLE_INPUT: v.InferInput<typeof AcceptInput> = { expected: true, note: 'build 4711 goes live' };
const LEFT_OUT_EXAMPLE = {
  planItemId: EXAMPLE.planItemId,
  caseId: EXAMPLE.caseId,
  reason: 'SERVER_ERROR',
  reasonText: LEFT_OUT_TEXTS.SERVER_ERROR,
} as const;

const At = {
  at: { schema: Time, description: 'The time of the call.', example: EXAMPLE.time, required: true },
} as const;

/** What the OpenAPI document says of results that become recordings (interface 13). */
export const acceptDocs = docs('Recordings', {
  acceptResults: {
    summary: 'Accept results of a run as the new recordings',
    description: ABOUT,
    request: json(AcceptInput, EXAMPLE_INPUT),
    responses: answers(named('Acceptance', ShownAcceptance), {
      planId: EXAMPLE.planId,
      at: EXAMPLE.time,
      accepted: [{ planItemId: EXAMPLE.planItemId, caseId: EXAMPLE.caseId, version: 2 }],
      leftOut: [],
      mappedValues: 34,
      next: null,
    }),
    refusals: REFUSED,
  },
  previewAccept: {
    summary: 'Preview what accepting changes in the recordings',
    description: 'Nothing is saved.',
    request: json(AcceptInput, EXAMPLE_INPUT),
    responses: answers(named('AcceptPreview', ShownAcceptPreview), {
      planId: EXAMPLE.planId,
      accepts: 11,
      version: 2,
      changes: [
        {
          operation: EXAMPLE.operation,
          method: 'GET',
          kind: 'FIELD_VALUE',
          subject: 'total',
          recorded: '10',
          replayed: '12',
          recordings: 11,
          leftOut: null,
        },
      ],
      leftOut: [LEFT_OUT_EXAMPLE],
      mappedValues: 34,
      next: null,
    }),
    refusals: REFUSED,
  },
  listAcceptances: {
    summary: 'List what was accepted of a run',
    description: 'The newest call comes first.',
    responses: lists(named('ListedAcceptance', ListedAcceptance), {
      at: EXAMPLE.time,
      by: EXAMPLE.userName,
      note: 'build 4711 goes live',
      accepted: 21,
      version: 2,
      undone: null,
    }),
    refusals: [NO_PLAN],
  },
  undoAccept: {
    summary: 'Restore the versions before a call that accepted results',
    description: 'Recordings whose version has changed since keep it. A repeat changes nothing.',
    query: At,
    responses: answers(
      v.object({
        planId: v.string(),
        restored: v.pipe(Count, v.description('Recordings that have the version before again.')),
        left: v.pipe(Count, v.description('Recordings whose version has changed since, or that no longer exist.')),
      }),
      { planId: EXAMPLE.planId, restored: 21, left: 0 },
    ),
    refusals: [NO_PLAN, INVALID_AT, NO_ACCEPTANCE],
  },
});
