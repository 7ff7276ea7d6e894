import * as v from 'valibot';
import { Digest } from '../../../platform/digest.ts';

/** Types of events (evaluation 3.10); readers ignore those that they do not know. */
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

/** What happened, before it has its place in the ledger. */
export interface EventDraft {
  type: EventType;
  /** At most 16 KiB as JSON; every number in it is a safe one. */
  payload: Record<string, unknown>;
  /** The kernel unless told. */
  producer?: { kind: 'kernel' | 'host'; host_id?: string };
  /** Where a federated worker published it. */
  provenance?: { batch_digest: Digest; keyid: string };
}

/** An event of the ledger as it is stored and shown (evaluation 3.10); the core, which `digest` covers, stands flat in it. */
export const LedgerEvent = v.object({
  event_id: v.string(),
  tenant_id: v.string(),
  /** Missing for online_policy.evaluated (evaluation 5.7). */
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
  /** Of the tenant, gapless, from 1. */
  sequence: v.number(),
  prev_chain_digest: Digest,
  chain_digest: Digest,
  provenance: v.optional(v.object({ batch_digest: Digest, keyid: v.string() })),
});
export type LedgerEvent = v.InferOutput<typeof LedgerEvent>;
