import * as v from 'valibot';
import { RedactRule } from '../../../applications/domain/redact-rule.ts';
import { answers, badParameterDoc, docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { Count, lists } from '../../../platform/http/documents/shown-schemas.ts';
import { PersonalField } from '../../domain/personal/personal-data.ts';
import { INVALID_AFTER } from '../recording-keys.doc.ts';

/** What the OpenAPI document says of personal data in recordings. */
export const personalDataDocs = docs('Recordings', {
  listPersonalData: {
    summary: 'List the fields of recordings that hold personal data',
    description:
      'Counts by endpoint and field; no value is stored. The first recordings of an endpoint and one in 100 are looked at. `found` of `checked` values were personal. `rule` seals the field: add it to the setting `redact`. It is null where no rule can name the path. `isCovered`: a rule seals or redacts the field already.',
    responses: lists(named('PersonalField', v.object({ ...PersonalField.entries, rule: v.nullable(RedactRule) })), {
      operation: '/customers/{id}',
      method: 'GET',
      in: 'path' as const,
      field: '$.customer.email',
      kind: 'mail' as const,
      found: 22,
      checked: 24,
      isCovered: false,
      rule: { path: '$.customer.email', seal: true },
    }),
    refusals: [badParameterDoc('appId')],
  },
  sealRecordings: {
    summary: 'Seal fields of stored recordings by the rules of today',
    description:
      'Seals in up to about 1,000 stored recordings what the rules of the setting `redact` with `seal` select. `next` is where the next call continues, and null after the last recording. A pass can stop at any time and start again. `missed` counts recordings that changed at the same moment or took too long.',
    request: json(named('SealPlace', v.object({ after: v.nullish(v.string()) })), { after: null }),
    responses: answers(
      named('SealedRecordings', v.object({ cases: Count, sealed: Count, missed: Count, next: v.nullable(v.string()) })),
      { cases: 338, sealed: 312, missed: 0, next: null },
    ),
    refusals: [badParameterDoc('appId'), INVALID_AFTER],
  },
});
