import * as v from 'valibot';
import { type BodyRule, ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import type { ProblemCode } from '../../../platform/values/problems.ts';
import { runIdOf } from '../../../replay/domain/attempt-id.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationServices, EvaluationUses } from '../../composition.ts';
import { digestOfBytes } from '../../domain/canonical-json.ts';
import { BATCH_PAYLOAD_TYPE, type ParsedEnvelope, parseEnvelope, signerOf } from '../../domain/hosts/dsse.ts';
import { batchSequence, batchTime, type EventBatch, parseBatch } from '../../domain/hosts/event-batch.ts';
import {
  type CommittedArtifact,
  digestsIn,
  NativeResult,
  PUBLICATION_ROLE,
  published,
} from '../../domain/hosts/publication.ts';
import { measurementsIn } from '../../domain/hosts/published-measurements.ts';
import { eventIdOf } from '../../domain/ledger/chain.ts';
import type { PublicationAnswer } from '../store/publications.ts';
import { publicationDocs } from './publish-events.doc.ts';

/** The signature covers the raw bytes. */
const ENVELOPE_BODY: BodyRule = { ...EVALUATION_BODY, as: 'bytes' };

/** The steps of a run move it a few times while a batch is published, at most. */
const RETRY = { subject: 'the run', maxTries: 20 };

/** The services that accept a batch. */
type PublishingUses = EvaluationUses<
  'federatedHosts' | 'publications' | 'runs' | 'leases' | 'ledger' | 'artifacts',
  'now'
>;

/** Accepts a signed batch about an attempt that the host holds (evaluation 3.11): all of it, or nothing. */
export const publishEvents = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/events/publish',
  scope: 'host:publish',
  body: ENVELOPE_BODY,
  doc: publicationDocs.publishEvents,

  async answer({ bytes, caller }, services: PublishingUses) {
    if (!caller.host) return problem('forbidden', 'Only hosts can publish.');
    const envelope = parseEnvelope(bytes);
    if (!envelope.ok) return problemOf(envelope);
    const by = { tenant: caller.tenant, host_id: caller.host.host_id, envelope: envelope.value, bytes };
    const answer = await retryOnConflict(() => publish(by, services), RETRY);
    return answer.ok ? ok(answer.value) : problemOf(answer);
  },
});

interface By {
  tenant: string;
  host_id: string;
  envelope: ParsedEnvelope;
  /** The raw envelope. */
  bytes: Uint8Array;
}

type Published = Result<PublicationAnswer, ProblemCode> | typeof CONFLICT;

/** Runs the checks in the order of evaluation 3.11 and 5.11, then writes one transaction. */
async function publish(by: By, services: PublishingUses): Promise<Published> {
  const { federatedHosts, publications } = services.evaluation;
  const host = await federatedHosts.find(by.host_id);
  const signer = signerOf(by.envelope, host && host.revoked_at === null ? host.keys : []);
  if (!signer.ok) return signer;
  const digest = digestOfBytes(by.envelope.payload);
  const seen = await publications.find(by.host_id, digest);
  if (seen) return accept(seen);
  if (by.envelope.payloadType !== BATCH_PAYLOAD_TYPE)
    return refuse('unsupported_media_type', 'payloadType is not supported');
  const batch = parseBatch(by.envelope.payload);
  return batch.ok ? applied(by, { batch: batch.value, digest, keyid: signer.value }, services) : batch;
}

async function applied(
  by: By,
  { batch, digest, keyid }: { batch: EventBatch; digest: Digest; keyid: string },
  services: EvaluationUses<'runs' | 'leases' | 'ledger' | 'artifacts' | 'publications', 'now'>,
): Promise<Published> {
  const { runs, leases, ledger, artifacts, publications } = services.evaluation;
  const { attempt_id, workflow_run_id } = batch;
  if (!isFromAttempt(batch, by))
    return refuse('forbidden', 'the batch belongs to a different tenant, host, run or attempt');
  // Reads the run before its attempt: any change in between also changes the run's version.
  const run = await runs.find(workflow_run_id);
  const held = await leases.held(attempt_id, by.host_id);
  if (!held.ok) return held;
  const { value: attempt } = held;
  if (run === undefined) throw new Error('the run of a leased attempt no longer exists');
  const refused = batchTime(batch, services.now()) ?? batchSequence(batch, attempt.next_host_sequence);
  if (refused) return refused;
  if (batch.lease_epoch !== attempt.lease?.epoch) return refuse('lease_lost', 'the lease was replaced by another one');

  const known = await committedOf(batch, artifacts);
  const provenance = { batch_digest: digestOfBytes(by.bytes), keyid };
  const made = published({ run, attempt, batch, artifacts: known, provenance, now: services.now() });
  if (!made.ok) return made;
  const measured = measurementsIn(by.envelope.payload, batch);
  if (!measured.ok) return measured;
  const result = made.value.attempt.native_result_artifact;
  if (result !== null && !v.is(NativeResult, await artifacts.jsonOf(result)))
    return refuse('validation_failed', 'a native result must be JSON with a summary, of at most 32 MiB');
  await artifacts.put({
    bytes: by.bytes,
    kind: 'evidence',
    media_type: 'application/json',
    role: PUBLICATION_ROLE,
    workflow_run_id,
    attempt_id,
  });
  const { events } = made.value;
  const answer: PublicationAnswer = {
    batch_id: batch.batch_id,
    batch_digest: digest,
    attempt_id,
    attempt_status: made.value.attempt.status,
    next_host_sequence: made.value.attempt.next_host_sequence,
    event_ids: events.map((_, at) => eventIdOf(by.tenant, { workflow_run_id }, run.run_sequence + at + 1)),
  };
  const appended = await ledger.append({ run, ...made.value, writes: [publications.writeOf(by.host_id, answer)] });
  return typeof appended === 'string' ? CONFLICT : accept(answer);
}

const isFromAttempt = ({ tenant_id, host_id, workflow_run_id, attempt_id, events }: EventBatch, by: By): boolean =>
  tenant_id === by.tenant &&
  host_id === by.host_id &&
  workflow_run_id === runIdOf(attempt_id) &&
  events.every(({ payload }) => payload.attempt_id === undefined || payload.attempt_id === attempt_id);

async function committedOf(
  batch: EventBatch,
  artifacts: EvaluationServices['evaluation']['artifacts'],
): Promise<Map<string, CommittedArtifact>> {
  const digests = [...new Set(digestsIn(batch))];
  const found = await Promise.all(digests.map((digest) => artifacts.find(digest)));
  return new Map(found.flatMap((one) => (one?.status === 'committed' ? [[one.digest, one]] : [])));
}
