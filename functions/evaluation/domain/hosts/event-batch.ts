import * as v from 'valibot';
import { accept, type Refusal, type Result, refuse } from '../../../platform/result.ts';
import { isoTime } from '../../../platform/time/iso-time.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { isDeeperThan, MAX_JSON_DEPTH } from '../../../platform/values/json-text.ts';
import { AttemptId, RunId } from '../identifiers.ts';
import { SentMeasurement } from '../scores/sent-measurement.ts';
import { ATTEMPT_STATUSES } from '../statuses.ts';
import { parseStrictJson, type StrictJsonRefusal } from '../strict-json.ts';

/** Maximum events of one publication (evaluation 4). */
const MAX_EVENTS = 20;
/** Maximum lifetime of a batch (evaluation 3.11). */
const BATCH_MS = 5 * 60_000;
/** Maximum clock difference between a host and the service (evaluation 3.11). */
const SKEW_MS = 60_000;

const Sequence = v.pipe(v.number(), v.integer(), v.minValue(1));
const Name = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/));
const Time = v.pipe(
  v.string(),
  v.check((text) => isoTime(text) !== null),
  v.transform((text) => isoTime(text) ?? 0),
);

/** Why an attempt ended, in the host's words. The code is that of the status. */
const Reason = v.object({ detail: v.pipe(v.string(), v.maxLength(500)) });

/** Progress or end of an attempt (evaluation 3.11). */
const Attempted = v.object({
  attempt_id: v.optional(AttemptId),
  status: v.picklist(ATTEMPT_STATUSES),
  progress: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  reason: v.nullish(Reason),
  native_result_digest: v.nullish(Digest),
  measurements: v.optional(v.array(SentMeasurement), []),
});

/** A committed artifact of the attempt. */
const Committed = v.object({
  attempt_id: v.optional(AttemptId),
  digest: Digest,
  role: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/)),
});

const position = { host_sequence: Sequence, timestamp: Time };
const WorkerEvent = v.variant('type', [
  v.object({ type: v.literal('framework.attempted'), ...position, payload: Attempted }),
  v.object({ type: v.literal('artifact.committed'), ...position, payload: Committed }),
]);
export type WorkerEvent = v.InferOutput<typeof WorkerEvent>;

/** Event types that a host may publish (evaluation 3.11). */
const WORKER_TYPES: readonly unknown[] = ['framework.attempted', 'artifact.committed'];

const header = {
  schema: v.literal('eval.event-batch/v1'),
  batch_id: Name,
  tenant_id: v.string(),
  host_id: v.string(),
  workflow_run_id: RunId,
  attempt_id: AttemptId,
  lease_epoch: Sequence,
  first_host_sequence: Sequence,
  issued_at: Time,
  expires_at: Time,
};

/** Payload of an envelope (evaluation 3.11, 5.11). Times become epoch ms. */
export const EventBatch = v.object({
  ...header,
  events: v.pipe(v.array(WorkerEvent), v.minLength(1), v.maxLength(MAX_EVENTS)),
});
export type EventBatch = v.InferOutput<typeof EventBatch>;

const AnyEvents = v.object({ events: v.array(v.object({ type: v.unknown() })) });

/** Parses a payload whose signature is verified. Unknown members are dropped. */
export function parseBatch(
  payload: Uint8Array,
): Result<EventBatch, StrictJsonRefusal | 'event_append_forbidden' | 'validation_failed'> {
  if (isDeeperThan(MAX_JSON_DEPTH, payload)) return refuse('validation_failed', 'the payload is deeper than 32 levels');
  const json = parseStrictJson(payload);
  if (!json.ok) return json;
  const parsed = v.safeParse(AnyEvents, json.value);
  if (parsed.success && parsed.output.events.some(({ type }) => !WORKER_TYPES.includes(type)))
    return refuse('event_append_forbidden', 'a host can publish only framework.attempted and artifact.committed');
  const read = v.safeParse(EventBatch, json.value);
  return read.success ? accept(read.output) : refuse('validation_failed', 'a member of the payload is invalid');
}

/**
 * Checks that a batch is valid at `now` (epoch ms): issued in the past, not expired, and with a lifetime of at most 5
 * minutes. Clocks may differ by 60 s.
 */
export function batchTime({ issued_at, expires_at }: EventBatch, now: number): Refusal<'token_expired'> | null {
  if (expires_at + SKEW_MS <= now) return refuse('token_expired', 'the batch has expired');
  if (issued_at - SKEW_MS > now) return refuse('token_expired', 'the batch was issued in the future');
  return expires_at - issued_at <= BATCH_MS && expires_at > issued_at
    ? null
    : refuse('token_expired', 'a batch is valid for at most 5 minutes');
}

/** Checks that the events continue the sequence of earlier publications (evaluation 5.11: counted per attempt). */
export function batchSequence(
  { first_host_sequence, events }: EventBatch,
  next: number,
): Refusal<'sequence_gap'> | null {
  const isWhole = events.every(({ host_sequence }, at) => host_sequence === first_host_sequence + at);
  return isWhole && first_host_sequence === next
    ? null
    : refuse('sequence_gap', `the next host_sequence of this attempt must be ${next}`);
}
