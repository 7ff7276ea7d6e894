import { padded } from '../../../platform/values/padded.ts';
import type { LedgerEvent } from '../../domain/ledger/event.ts';

/** Media type of a batch of CloudEvents 1.0. */
export const CLOUD_EVENTS = 'application/cloudevents-batch+json';

/**
 * An event in the CloudEvents 1.0 format. `data` is the event itself, so that its chains can be verified (evaluation
 * 3.10).
 */
export const cloudEventOf = (event: LedgerEvent) => ({
  specversion: '1.0' as const,
  id: event.event_id,
  source: '/service/eval' as const,
  type: `ai.service.eval.${event.type}`,
  ...(event.workflow_run_id !== undefined && { subject: event.workflow_run_id }),
  time: event.timestamp,
  datacontenttype: 'application/json' as const,
  sequence: padded(event.sequence, 16),
  data: event,
});
