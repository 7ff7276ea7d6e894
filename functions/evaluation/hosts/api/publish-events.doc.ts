import type * as v from 'valibot';
import { answers, docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { BATCH_PAYLOAD_TYPE, Envelope } from '../../domain/hosts/dsse.ts';
import { SHOWN_EVENT_EXAMPLE } from '../../ledger/api/shown-event.ts';
import { PublicationAnswer } from '../store/publications.ts';
import { HOST_EXAMPLE } from './shown-host.ts';

/** Envelope used in the examples. @internal */
export const ENVELOPE_EXAMPLE = {
  payloadType: BATCH_PAYLOAD_TYPE,
  payload: 'eyJzY2hlbWEiOiJldmFsLmV2ZW50LWJhdGNoL3YxIn0=',
  signatures: [{ keyid: HOST_EXAMPLE.keyid, sig: `${'A'.repeat(86)}==` }],
};

/** What the OpenAPI document says of events that hosts publish. */
export const publicationDocs = docs('Evaluation hosts', {
  publishEvents: {
    summary: 'Publish signed events of an attempt',
    description: `Takes a DSSE envelope. The signature (Ed25519) is over the pre-authentication encoding of the exact payload bytes. The payload is JSON, \`schema\`
\`eval.event-batch/v1\`: \`batch_id, tenant_id, host_id, workflow_run_id, attempt_id, lease_epoch, first_host_sequence, issued_at, expires_at\` (at most 5 minutes later) and up to 20 \`events\`
\`{host_sequence, type, timestamp, payload}\`. Types are \`artifact.committed\` \`{digest, role}\` and \`framework.attempted\` \`{status, progress?, reason?, native_result_digest?, measurements[]?}\`;
the last two are allowed at the end of the attempt only. The same payload again gets the same response.`,
    request: json(named('DsseEnvelope', Envelope), ENVELOPE_EXAMPLE),
    responses: answers(named('Publication', PublicationAnswer), {
      batch_id: 'batch-1',
      batch_digest: RUN_EXAMPLE.digest,
      attempt_id: RUN_EXAMPLE.attemptId,
      attempt_status: 'succeeded',
      next_host_sequence: 3,
      event_ids: [SHOWN_EVENT_EXAMPLE.event_id],
    } satisfies v.InferOutput<typeof PublicationAnswer>),
    refusals: problemDocs(
      ...(['invalid_envelope', 'invalid_json', 'duplicate_key', 'signature_invalid', 'token_expired'] as const),
      ...(['key_not_trusted', 'event_append_forbidden', 'sequence_gap', 'lease_lost', 'validation_failed'] as const),
      ...(['artifact_not_committed', 'illegal_transition', 'inconsistent_target', 'value_type_mismatch'] as const),
      'number_out_of_range',
    ),
  },
});
