import * as v from 'valibot';
import { answers, badParameterDoc, docs, named, refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { lists } from '../../../platform/http/documents/shown-schemas.ts';
import { MAX_VERSIONS } from '../../domain/versions/case-version.ts';
import { NO_CASE } from '../recordings.doc.ts';
import { ShownAccepted } from '../shown-case.ts';

/** A version of a recording, as responses show it. */
const ShownVersion = v.object({
  version: v.number(),
  current: v.boolean(),
  status: v.nullable(v.number()),
  accepted: v.pipe(
    v.nullable(ShownAccepted),
    v.description('The run and the person that it comes from. Null: as recorded.'),
  ),
});

/** The refusal of a version that is not stored. */
export const NO_VERSION = refusal(404, 'NO_SUCH_VERSION', 'n: the recording has no such version');

/** What the OpenAPI document says of versions of recordings (interface 13). */
export const versionDocs = docs('Recordings', {
  listVersions: {
    summary: 'List the versions of a recording',
    description: `Version 1 is what was recorded. Others were accepted from runs. Version 1 and the newest others are stored, ${MAX_VERSIONS} in total, until the recording expires.`,
    responses: lists(named('CaseVersion', ShownVersion), {
      version: 1,
      current: true,
      status: 200,
      accepted: null,
    }),
    refusals: [NO_CASE],
  },
  restoreVersion: {
    summary: 'Make a stored version of a recording current again',
    description: 'The version that was current stays stored. Its number is not used again.',
    params: { n: { schema: v.string(), description: 'Number of the version.', example: '1' } },
    responses: answers(v.object({ caseId: v.string(), version: v.number() }), { caseId: EXAMPLE.caseId, version: 1 }),
    refusals: [NO_CASE, badParameterDoc('n'), NO_VERSION],
  },
});
