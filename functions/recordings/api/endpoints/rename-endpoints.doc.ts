import * as v from 'valibot';
import { EndpointPattern } from '../../../applications/domain/endpoint-patterns.ts';
import { answers, badParameterDoc, docs, json, named, refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { Count, lists } from '../../../platform/http/documents/shown-schemas.ts';
import { EndpointsPreview } from '../../domain/endpoints/endpoints-preview.ts';
import { PatternOffer } from '../../domain/endpoints/pattern-offers.ts';
import { INVALID_AFTER } from '../recording-keys.doc.ts';

const PATTERN = '/users/{name}';

/** What the OpenAPI document says of the names of endpoints. */
export const endpointNameDocs = docs('Recordings', {
  renameEndpoints: {
    summary: 'Name the endpoints of stored recordings by the settings of today',
    description:
      'Renames up to about 1,000 recordings by the setting `endpoints`, and by the operations of GraphQL, JSON-RPC and SOAP. Rules and main endpoints follow. `next` is where the next call continues, and null after the last recording. A pass can stop at any time and start again. Finished runs keep their names.',
    request: json(named('RenamePlace', v.object({ after: v.nullish(v.string()) })), { after: null }),
    responses: answers(
      named('RenamedRecordings', v.object({ cases: Count, renamed: Count, next: v.nullable(v.string()) })),
      { cases: 338, renamed: 312, next: null },
    ),
    refusals: [badParameterDoc('appId'), INVALID_AFTER],
  },
  previewEndpoints: {
    summary: 'Preview path patterns',
    description:
      'Nothing is saved. `endpoints` in the request has all patterns that would hold, or is an OpenAPI document; `settings` in the response has them in the form of the setting. Counts are of endpoints as method and path; `becomes` is how many those of a pattern become. At most 20,000 recordings are counted; `isAtLeast` says that there are more. Names at most 50 endpoints of a pattern.',
    request: json(
      v.object({ endpoints: v.array(v.object({ pattern: v.string(), methods: v.nullish(v.array(v.string())) })) }),
      { endpoints: [{ pattern: PATTERN }] },
    ),
    responses: answers(
      named('EndpointsPreview', v.object({ ...EndpointsPreview.entries, settings: v.array(EndpointPattern) })),
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
    refusals: [
      badParameterDoc('appId'),
      refusal(
        400,
        'INVALID_SETTINGS',
        'endpoints[0].pattern must be a path template of OpenAPI, such as /users/{name}',
      ),
    ],
  },
  listPatternOffers: {
    summary: 'List path patterns for endpoints that differ in one segment',
    description:
      'A pattern is offered for more than 20 paths that differ in one segment only. `endpoints` counts them as method and path.',
    responses: lists(named('PatternOffer', PatternOffer), {
      pattern: PATTERN,
      endpoints: 312,
      samples: ['/users/gold-fox'],
    }),
  },
});
