import * as v from 'valibot';
import { answers, docs, json, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Outcome } from '../../platform/http/documents/shown-schemas.ts';
import { DiagnosisBody } from '../domain/diagnosis.ts';

/** What the OpenAPI document says of diagnoses (interface 2.5). */
export const diagnosisDocs = docs('Cause analysis', {
  writeDiagnosis: {
    summary: 'Write a diagnosis',
    description:
      'For the executor that analyses the run. RUNNING may be repeated and is a heartbeat. After five minutes without one, the analysis ends as PARTIAL, STALE. The service sets counts and ids. Failed cases that no entry names are UNDETERMINED.',
    query: {
      round: {
        schema: v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/)),
        description: 'The analysed round of the run. Default: the latest.',
        example: '1',
      },
    },
    request: json(named('Diagnosis', DiagnosisBody), {
      state: 'DONE',
      summary: 'The total is rounded before the tax is added.',
      cases: [{ planItemId: EXAMPLE.planItemId, tier: 'CODE_CHANGE', change: 'rounding' }],
      codeChanges: [
        {
          key: 'rounding',
          title: 'The total is rounded before the tax is added',
          operations: [EXAMPLE.operation],
          location: { file: 'src/orders/order-service.ts', line: 42, symbol: 'OrderService.total' },
        },
      ],
    }),
    responses: answers(Outcome, { errorCode: null, errorMessage: null }),
    codes: {
      NOT_FOUND: 'There is no such run, or the run has no such round.',
      INVALID_DIAGNOSIS: 'A member is invalid; errorMessage names it.',
      NO_CONCLUSION_YET: 'The replay has not settled.',
      ALREADY_CONCLUDED: 'The round has a final state; the first stands.',
    },
  },
});
