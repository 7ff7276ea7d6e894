import * as v from 'valibot';
import { accept, type Refusal, type Result, refuse } from '../../../platform/result.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import type { EventDraft } from '../ledger/event.ts';
import { type FrameworkAttempt, MAX_EVIDENCE } from '../runs/attempt.ts';
import { CANCELLED } from '../runs/cancellation.ts';
import { artifactCommitted, attempted } from '../runs/new-attempt.ts';
import type { WorkflowRun } from '../runs/run.ts';
import type { RunChange } from '../runs/run-change.ts';
import { isTerminalAttempt } from '../runs/transitions.ts';
import { PlainObject } from '../string-pairs.ts';
import type { EventBatch, WorkerEvent } from './event-batch.ts';
import { isProgressDue } from './lease.ts';

/** Role of the signed envelope, the evidence that an attempt ended as its host reports (evaluation 3.11). */
export const PUBLICATION_ROLE = 'publication';

/** Fields of a native result that gates read as `native.*` (evaluation 3.9). */
export const NativeResult = v.object({ summary: PlainObject });

/** Facts of a committed artifact. */
export interface CommittedArtifact {
  digest: Digest;
  size_bytes: number;
  media_type: string;
}

/** Inputs of a publication, about an attempt and its run. */
export interface Publication {
  attempt: FrameworkAttempt;
  change: RunChange;
  events: EventDraft[];
}

interface Published {
  run: WorkflowRun;
  /** Running, and held by the publishing host. */
  attempt: FrameworkAttempt;
  batch: EventBatch;
  /** Committed artifacts that the batch names, by digest. */
  artifacts: ReadonlyMap<string, CommittedArtifact>;
  /** The stored envelope and the key that signed it. */
  provenance: { batch_digest: Digest; keyid: string };
  /** Epoch ms. */
  now: number;
}

/** Digests that a batch names. */
export const digestsIn = ({ events }: EventBatch): Digest[] =>
  events.flatMap((event) => {
    const digest = event.type === 'artifact.committed' ? event.payload.digest : event.payload.native_result_digest;
    return digest ? [digest] : [];
  });

/**
 * Applies a batch whose signature, lease, time and sequence are verified. The host reports, the service decides
 * (evaluation 3.11).
 */
export function published(
  given: Published,
): Result<Publication, 'artifact_not_committed' | 'illegal_transition' | 'validation_failed'> {
  const refused = missingArtifact(given) ?? illegalStep(given);
  if (refused) return refused;
  const { run, batch, provenance, now } = given;
  const producer = { kind: 'host' as const, host_id: batch.host_id };
  let { attempt } = given;
  const drafts: EventDraft[] = [];
  for (const event of batch.events) {
    const next =
      event.type === 'artifact.committed' ? artifactStep(event, attempt, given) : statusStep(event, attempt, given);
    attempt = next.attempt;
    drafts.push(...next.events);
  }
  // The last place is reserved for the envelope that ends the attempt.
  if (attempt.evidence.length > Math.max(given.attempt.evidence.length, MAX_EVIDENCE - 1))
    return refuse('validation_failed', `evidence: an attempt has at most ${MAX_EVIDENCE - 1} artifacts`);
  attempt = { ...attempt, next_host_sequence: attempt.next_host_sequence + batch.events.length };
  const isOver = isTerminalAttempt(attempt.status);
  return accept({
    attempt: isOver ? endedBy(attempt, provenance.batch_digest, now) : attempt,
    change: isOver ? changeOf(run, attempt) : {},
    events: drafts.map((draft) => ({ ...draft, producer, provenance })),
  });
}

/** An artifact must be committed and published before it can be the result (evaluation 3.10). */
function missingArtifact({ attempt, batch, artifacts }: Published): Refusal<'artifact_not_committed'> | null {
  if (digestsIn(batch).some((digest) => !artifacts.has(digest)))
    return refuse('artifact_not_committed', 'an artifact that the batch names is not committed');
  const known = new Set(attempt.evidence.map(({ digest }) => digest));
  for (const event of batch.events) {
    if (event.type === 'artifact.committed') known.add(event.payload.digest);
    else if (event.payload.native_result_digest && !known.has(event.payload.native_result_digest))
      return refuse(
        'artifact_not_committed',
        'the native result must be published by an artifact.committed event first',
      );
  }
  return null;
}

function illegalStep({ run, batch }: Published): Refusal<'illegal_transition'> | null {
  for (const [at, { type, payload }] of batch.events.entries()) {
    if (type === 'artifact.committed') continue;
    const { status, native_result_digest, measurements } = payload;
    if (status === 'queued') return refuse('illegal_transition', 'a leased attempt is not queued again');
    if (status === 'running') {
      if (native_result_digest)
        return refuse('illegal_transition', 'native_result_digest is allowed only at the end of an attempt');
      if (measurements.length > 0)
        return refuse('illegal_transition', 'measurements are allowed only at the end of an attempt');
      continue;
    }
    if (at < batch.events.length - 1) return refuse('illegal_transition', 'no event can follow the end of an attempt');
    if (status === 'succeeded' && !native_result_digest)
      return refuse('illegal_transition', 'an attempt that succeeded must have a native result');
    if (status === 'cancelled' && run.cancel_requested_at === null)
      return refuse('illegal_transition', 'no cancellation of the run was requested');
  }
  return null;
}

interface Step {
  attempt: FrameworkAttempt;
  events: EventDraft[];
}

/** Once per artifact of the attempt, whichever host publishes it (evaluation 5.7). */
function artifactStep(
  { payload: { digest, role } }: Extract<WorkerEvent, { type: 'artifact.committed' }>,
  attempt: FrameworkAttempt,
  { artifacts }: Published,
): Step {
  const artifact = artifacts.get(digest);
  if (artifact === undefined || attempt.evidence.some((known) => known.digest === digest))
    return { attempt, events: [] };
  return {
    attempt: { ...attempt, evidence: [...attempt.evidence, { role, digest }] },
    events: [artifactCommitted(artifact, role, attempt.attempt_id)],
  };
}

function statusStep(
  { payload }: Extract<WorkerEvent, { type: 'framework.attempted' }>,
  attempt: FrameworkAttempt,
  { run, now }: Published,
): Step {
  const { status, progress = attempt.progress, reason, native_result_digest } = payload;
  if (status === 'running') {
    const isDue = isProgressDue(attempt, now);
    const further = { ...attempt, progress, ...(isDue && { progress_event_at: now }) };
    return { attempt: further, events: isDue ? [attempted(further, progress)] : [] };
  }
  // A run that is being cancelled cannot end otherwise (evaluation 3.7).
  const isCancelled = run.cancel_requested_at !== null;
  const ended: FrameworkAttempt = {
    ...attempt,
    status: isCancelled ? 'cancelled' : status,
    status_reason: isCancelled ? CANCELLED : reason ? { code: status, detail: reason.detail } : null,
    progress: status === 'succeeded' ? 1 : progress,
    native_result_artifact: native_result_digest ?? null,
  };
  return { attempt: ended, events: [attempted(ended)] };
}

const endedBy = (attempt: FrameworkAttempt, digest: Digest, now: number): FrameworkAttempt => ({
  ...attempt,
  ended_at: now,
  evidence: [...attempt.evidence, { role: PUBLICATION_ROLE, digest }],
});

/** Change of the run when its attempt ends. The state machine decides whether another attempt follows. */
const changeOf = (run: WorkflowRun, { native_result_artifact }: FrameworkAttempt): RunChange => ({
  ...(run.status === 'running' && { phase: 'committing' as const }),
  ...(native_result_artifact && { observed_reproducibility_class: run.reproducibility_class }),
});
