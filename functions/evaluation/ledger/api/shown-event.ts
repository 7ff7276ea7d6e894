import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { EVENT_TYPES, LedgerEvent } from '../../domain/ledger/event.ts';

/** Schema of an event in responses (evaluation 3.10). */
export const ShownEvent = named(
  'LedgerEvent',
  v.object({ ...LedgerEvent.entries, run_sequence: Count, timestamp: Time, sequence: Count }),
);
export const SHOWN_EVENT_EXAMPLE: v.InferOutput<typeof ShownEvent> = {
  event_id: 'evt_818fa8cd2a91f96c1f2d5f3b1a09b4fb',
  tenant_id: 'default',
  workflow_run_id: RUN_EXAMPLE.runId,
  run_sequence: 1,
  run_prev_digest: `sha256:${'0'.repeat(64)}`,
  type: EVENT_TYPES[0],
  timestamp: EXAMPLE.time,
  schema_version: '1',
  producer: { kind: 'kernel' },
  payload: {
    workflow_version_digest: RUN_EXAMPLE.digest,
    reproducibility_class: 'recorded_external',
    capability_set_digest: RUN_EXAMPLE.digest,
    baseline_run_id: null,
  },

  digest: RUN_EXAMPLE.digest,
  sequence: 42,
  prev_chain_digest: RUN_EXAMPLE.digest,
  chain_digest: RUN_EXAMPLE.digest,
};
