import { beforeAll, describe, expect, test } from 'vitest';
import { digestOfBytes } from '../../../../functions/evaluation/domain/canonical-json.ts';
import { NATIVE, publishedWork } from '../../../support/evaluation/published-work.ts';
import { envelopeOf, federatedStage, type TestHost } from '../../../support/stages/federated-stage.ts';

const stage = federatedStage();
const by = publishedWork(stage);
const { eventsOf } = by;
let host: TestHost;
const work = (other = host) => by.work(other);
const publish = (envelope: unknown, other = host) => by.publish(envelope, other);
const published = (payload: unknown, other = host) => by.published(payload, other);

beforeAll(async () => {
  host = await stage.host();
});

describe('the publication of a batch (evaluation 3.11)', () => {
  test('changes attempt, run and events in one transaction, and keeps the envelope unchanged', async () => {
    const { payload, runId, attemptId } = await work();
    const sent = JSON.stringify(envelopeOf(JSON.stringify(payload), host.key));
    const { status, body } = await publish(sent);
    expect([status, body]).toEqual([
      200,
      {
        batch_id: 'batch-1',
        attempt_id: attemptId,
        attempt_status: 'succeeded',
        next_host_sequence: 3,
        batch_digest: digestOfBytes(Buffer.from(JSON.stringify(payload))),
        event_ids: [expect.stringMatching(/^evt_/), expect.stringMatching(/^evt_/)],
      },
    ]);
    const events = (await eventsOf(runId)).slice(-2);
    const stored = digestOfBytes(Buffer.from(sent));
    expect(events.map(({ event_id }) => event_id)).toEqual(body.event_ids);
    expect(events.map(({ type, producer, provenance }) => ({ type, producer, provenance }))).toEqual(
      ['artifact.committed', 'framework.attempted'].map((type) => ({
        type,
        producer: { kind: 'host', host_id: host.host_id },
        provenance: { batch_digest: stored, keyid: host.key.keyid },
      })),
    );
    const { artifacts } = stage.services.evaluation;
    expect(await new Response((await artifacts.bytesOf(stored)) ?? null).text()).toBe(sent);
    expect(await stage.services.evaluation.runs.find(runId)).toMatchObject({
      phase: 'committing',
      native_result_artifact: NATIVE,
      attempts: [{ status: 'succeeded' }],
    });
  });

  test('continues the run with exact trusted scores, a gate and its end', async () => {
    const { payload, runId, attemptId } = await work();
    const text = JSON.stringify(payload).replace('0.96', '0.9600000000000000000001');
    expect((await publish(envelopeOf(text, host.key))).status).toBe(200);
    for (const name of ['PollAttempt', 'CommitResult', 'ProjectScores', 'DecideGate', 'CompleteRun'] as const)
      await stage.step(name, runId);
    const attempt = await stage.services.evaluation.runs.attempt(attemptId);
    const scores = attempt ? await stage.services.evaluation.scores.ofAttempt(attempt) : [];
    expect(scores.map(({ name, value, origin }) => [name, value, origin])).toEqual([
      ['price.accuracy', '0.9600000000000000000001', 'trusted_host'],
    ]);
    expect(await stage.services.evaluation.runs.find(runId)).toMatchObject({
      status: 'succeeded',
      gate: { decision: 'pass' },
    });
  });

  test('gives the first answer again to ten concurrent repeats, also long after expiry', async () => {
    const { payload, runId } = await work();
    const answers = await Promise.all(Array.from({ length: 10 }, () => published(payload)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const count = (await eventsOf(runId)).length;
    stage.pass(3_600_000);
    host = { ...host, token: await stage.tokenOf(host) };
    expect((await published(payload)).body).toEqual(answers[0]?.body);
    expect(await eventsOf(runId)).toHaveLength(count);
  });

  test('accepts signed unknown members, and leaves them out', async () => {
    const { payload } = await work();
    expect(
      (await published({ ...payload, note: 'é\u0001', events: payload.events.map((one) => ({ ...one, x: 1 })) }))
        .status,
    ).toBe(200);
  });

  test('verifies the exact signed bytes with any whitespace', async () => {
    const { payload } = await work();
    expect((await publish(envelopeOf(` ${JSON.stringify(payload, null, 3)}\n`, host.key))).status).toBe(200);
  });
});
