import * as v from 'valibot';
import { EndpointPattern } from '../../../applications/domain/endpoint-patterns.ts';
import {
  badParameterDoc,
  type EndpointDoc,
  json,
  named,
  refusal,
} from '../../../platform/http/documents/endpoint-doc.ts';
import { Count, listExample, listOf } from '../../../platform/http/documents/shown-schemas.ts';

/** Documentation of the endpoint that renames endpoints of stored recordings. */
export const renameEndpointsDoc: EndpointDoc = {
  id: 'renameEndpoints',
  tag: 'Recordings',
  summary: 'Name the endpoints of stored recordings by the settings of today',
  description:
    'Renames up to about 1,000 recordings by the setting `endpoints`, and by the operations of GraphQL, JSON-RPC and SOAP. Rules and main endpoints follow. `next` is where the next call continues, and null after the last recording. A pass can stop at any time and start again. Finished runs keep their names.',
  request: json(named('RenamePlace', v.object({ after: v.nullish(v.string()) })), { after: null }),
  responses: {
    200: json(named('RenamedRecordings', v.object({ cases: Count, renamed: Count, next: v.nullable(v.string()) })), {
      cases: 338,
      renamed: 312,
      next: null,
    }),
  },
  refusals: [badParameterDoc('appId'), refusal(400, 'INVALID_AFTER', 'after is not one of this endpoint')],
};

const BeforeAndAfter = v.object({ before: Count, after: Count });
const PATTERN = '/users/{name}';

/** Documentation of the preview of path patterns. */
export const previewEndpointsDoc: EndpointDoc = {
  id: 'previewEndpoints',
  tag: 'Recordings',
  summary: 'Preview path patterns',
  description:
    'Nothing is saved. `endpoints` in the request has all patterns that would hold, or is an OpenAPI document; `settings` in the answer has them in the form of the setting. Counts are of endpoints as method and path; `becomes` is how many those of a pattern become. At most 20,000 recordings are counted; `isAtLeast` says that there are more. Names at most 50 endpoints of a pattern.',
  request: json(
    v.object({ endpoints: v.array(v.object({ pattern: v.string(), methods: v.nullish(v.array(v.string())) })) }),
    {
      endpoints: [{ pattern: PATTERN }],
    },
  ),
  responses: {
    200: json(
      named(
        'EndpointsPreview',
        v.object({
          endpoints: BeforeAndAfter,
          recordings: Count,
          isAtLeast: v.boolean(),
          rules: Count,
          mostRecordings: BeforeAndAfter,
          patterns: v.array(
            v.object({
              pattern: v.string(),
              endpoints: Count,
              becomes: Count,
              named: v.array(v.object({ operation: v.string(), method: v.nullable(v.string()), recordings: Count })),
            }),
          ),
          settings: v.array(EndpointPattern),
        }),
      ),
      {
        endpoints: { before: 338, after: 27 },
        recordings: 1871,
        isAtLeast: false,
        rules: 1,
        mostRecordings: { before: 9, after: 1871 },
        patterns: [
          {
            pattern: PATTERN,
            endpoints: 312,
            becomes: 1,
            named: [{ operation: '/users/gold-fox', method: 'GET', recordings: 9 }],
          },
        ],
        settings: [{ pattern: PATTERN }],
      },
    ),
  },
  refusals: [
    badParameterDoc('appId'),
    refusal(400, 'INVALID_SETTINGS', 'endpoints[0].pattern must be a path template of OpenAPI, such as /users/{name}'),
  ],
};

/** Documentation of the list of offered patterns. */
export const listOffersDoc: EndpointDoc = {
  id: 'listPatternOffers',
  tag: 'Recordings',
  summary: 'List path patterns for endpoints that differ in one segment',
  description:
    'A pattern is offered for more than 20 paths that differ in one segment only. `endpoints` counts them as method and path.',
  responses: {
    200: json(
      listOf(named('PatternOffer', v.object({ pattern: v.string(), endpoints: Count, samples: v.array(v.string()) }))),
      listExample({ pattern: PATTERN, endpoints: 312, samples: ['/users/gold-fox'] }),
    ),
  },
  refusals: [],
};
