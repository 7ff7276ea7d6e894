import type { Digest } from '../../../platform/values/digest.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import { canonicalJson, digestOfJson, GENESIS_DIGEST } from '../canonical-json.ts';
import type { EventDraft, LedgerEvent } from './event.ts';

/** Maximum bytes of a payload as canonical JSON (evaluation 3.10). @internal */
export const PAYLOAD_BYTES = 16 * 1024;

/** The last link of a chain. */
export interface Link {
  /** 0 before the first event. */
  sequence: number;
  digest: Digest;
}

/** Start of every chain (evaluation 5.7). */
export const GENESIS: Link = { sequence: 0, digest: GENESIS_DIGEST };

/** The second chain of an event besides the tenant's: that of a run, or of an online policy (evaluation 5.7). */
export type ChainKey = { workflow_run_id: string } | { policy_id: string };

/** `evt_` and 32 hex digits. The same event appended again has the same id (evaluation 3.10). */
export function eventIdOf(tenant: string, key: ChainKey, runSequence: number): string {
  const of = 'policy_id' in key ? key.policy_id : key.workflow_run_id;
  const hex = sha256Hex(`${tenant}|${of}|${runSequence}`);
  return `evt_${hex.slice(0, 32)}`;
}

/** Digest of the next link of the tenant's chain (evaluation 3.10). */
const chainDigest = (prev: Digest, sequence: number, event_digest: Digest): Digest =>
  digestOfJson({ prev, sequence, event_digest });

/**
 * Links a draft to the last events of its run and of its tenant (evaluation 3.10). `timestamp` is RFC 3339 with ms.
 * Throws for a payload above 16 KiB.
 */
export function linkedEvent(
  draft: EventDraft,
  {
    tenant,
    key,
    run,
    ledger,
    timestamp,
  }: { tenant: string; key: ChainKey; run: Link; ledger: Link; timestamp: string },
): LedgerEvent {
  if (Buffer.byteLength(canonicalJson(draft.payload)) > PAYLOAD_BYTES)
    throw new RangeError('the payload of an event has at most 16 KiB');
  const run_sequence = run.sequence + 1;
  const core = {
    event_id: eventIdOf(tenant, key, run_sequence),
    tenant_id: tenant,
    ...('workflow_run_id' in key && { workflow_run_id: key.workflow_run_id }),
    run_sequence,
    run_prev_digest: run.digest,
    type: draft.type,
    timestamp,
    schema_version: '1' as const,
    producer: draft.producer ?? { kind: 'kernel' as const },
    payload: draft.payload,
  };
  const digest = digestOfJson(core);
  const sequence = ledger.sequence + 1;
  return {
    ...core,
    digest,
    sequence,
    prev_chain_digest: ledger.digest,
    chain_digest: chainDigest(ledger.digest, sequence, digest),
    ...(draft.provenance && { provenance: draft.provenance }),
  };
}

/** The fields that `digest` covers (evaluation 3.10). @internal */
export function coreOf(event: LedgerEvent): Record<string, unknown> {
  const { digest: _, sequence: _1, prev_chain_digest: _2, chain_digest: _3, provenance: _4, ...core } = event;
  return core;
}

/** How an event breaks a chain. */
export type ChainFault = 'sequence' | 'previous' | 'digest';

/** The fault of an event as the next one of its tenant's chain, or null. */
export function faultInLedger(event: LedgerEvent, last: Link): ChainFault | null {
  if (event.sequence !== last.sequence + 1) return 'sequence';
  if (event.prev_chain_digest !== last.digest) return 'previous';
  if (event.digest !== digestOfJson(coreOf(event))) return 'digest';
  return event.chain_digest === chainDigest(last.digest, event.sequence, event.digest) ? null : 'digest';
}

/** The fault of an event as the next one of its run's or policy's chain, or null. */
export function faultInRun(event: LedgerEvent, last: Link): ChainFault | null {
  if (event.run_sequence !== last.sequence + 1) return 'sequence';
  if (event.run_prev_digest !== last.digest) return 'previous';
  return event.digest === digestOfJson(coreOf(event)) ? null : 'digest';
}
