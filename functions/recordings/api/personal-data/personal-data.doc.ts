import * as v from 'valibot';
import { RedactRule } from '../../../applications/domain/redact-rule.ts';
import { badParameterDoc, docs, json, named, refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { listExample, listOf } from '../../../platform/http/documents/shown-schemas.ts';
import { PersonalField } from '../../domain/personal/personal-data.ts';
import { SHOWN_SEALING_EXAMPLE, ShownSealing } from './shown-sealing.ts';

/** Without a rule that seals there is nothing to do. */
export const NO_SEAL_RULE = refusal(409, 'NO_SEAL_RULE', 'no rule of redact seals a field');

const ShownField = named('PersonalField', v.object({ ...PersonalField.entries, rule: v.nullable(RedactRule) }));

const SHOWN_FIELD_EXAMPLE = {
  operation: '/customers/{id}',
  method: 'GET',
  in: 'path' as const,
  field: '$.customer.email',
  kind: 'mail' as const,
  found: 22,
  checked: 24,
  isCovered: false,
  rule: { path: '$.customer.email', seal: true },
};

/** What the OpenAPI document says of personal data in recordings. */
export const personalDataDocs = docs('Recordings', {
  listPersonalData: {
    summary: 'List the fields of recordings that hold personal data',
    description:
      'Counts by endpoint and field; no value is stored. The first recordings of an endpoint and one in 100 are looked at. `found` of `checked` values were personal. `rule` seals the field: add it to the setting `redact`. It is null where no rule can name the path. `isCovered`: a rule seals or redacts the field already. `sealing` is the newest pass that seals stored recordings, null before the first. `cases` of `total` recordings were checked. `missed` could not be sealed: start a pass again. `faults` counts attempts in a row that failed; the service tries again. With `isAtLeast`, an interruption left up to 100 sealed recordings uncounted.',
    responses: {
      200: json(v.object({ ...listOf(ShownField).entries, sealing: v.nullable(ShownSealing) }), {
        ...listExample(SHOWN_FIELD_EXAMPLE),
        sealing: SHOWN_SEALING_EXAMPLE,
      }),
    },
    refusals: [badParameterDoc('appId')],
  },
  sealRecordings: {
    summary: 'Seal fields of stored recordings by the rules of today',
    description:
      'Starts a pass in the background that seals in stored recordings what the rules of the setting `redact` with `seal` select. It continues after a restart of the service. A pass that is in progress with all rules of today stays; another rule starts it again. `GET` of the same path says in `sealing` how far it is.',
    responses: { 202: json(ShownSealing, { ...SHOWN_SEALING_EXAMPLE, cases: 0, sealed: 0 }) },
    refusals: [badParameterDoc('appId'), NO_SEAL_RULE],
  },
});
