import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';

/** Types of events (evaluation 3.10). Readers ignore unknown types. */
export const EVENT_TYPES = [
  'workflow.validated',
  'framework.attempted',
  'artifact.committed',
  'framework.result.accepted',
  'gate.decided',
  'workflow.completed',
  'workflow.cancel_requested',
  'online_policy.evaluated',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const Payload = v.record(v.string(), v.unknown());

/** An event before it is linked into the ledger. */
export interface EventDraft {
  type: EventType;
  /** At most 16 KiB as JSON, with safe numbers only. */
  payload: Record<string, unknown>;
  /** Default: the kernel. */
  producer?: { kind: 'kernel' | 'host'; host_id?: string };
  /** Set if a federated worker published it. */
  provenance?: { batch_digest: Digest; keyid: string };
}

/**
 * An event of the ledger as stored and shown (evaluation 3.10). The core, which `digest` covers, is flattened into it.
 */
export const LedgerEvent = v.object({
  event_id: v.string(),
  tenant_id: v.string(),
  /** Absent for online_policy.evaluated (evaluation 5.7). */
  workflow_run_id: v.optional(v.string()),
  run_sequence: v.number(),
  run_prev_digest: Digest,
  type: v.string(),
  /** RFC 3339, ms. */
  timestamp: v.string(),
  schema_version: v.literal('1'),
  producer: v.object({ kind: v.picklist(['kernel', 'host']), host_id: v.optional(v.string()) }),
  payload: Payload,
  digest: Digest,
  /** Sequence in the tenant's ledger, gapless, from 1. */
  sequence: v.number(),
  prev_chain_digest: Digest,
  chain_digest: Digest,
  provenance: v.optional(v.object({ batch_digest: Digest, keyid: v.string() })),
});
export type LedgerEvent = v.InferOutput<typeof LedgerEvent>;
