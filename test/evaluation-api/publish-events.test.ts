import { beforeAll, describe, expect, test } from 'vitest';
import { digestOfBytes, digestOfJson } from '../../functions/domain/evaluation/canonical-json.ts';
import { envelopeOf, federatedStage, hostKey, type TestHost } from '../support/federated-stage.ts';

const stage = federatedStage();
const RESULT = { summary: { verdict: 'good' } };
const NATIVE = digestOfJson(RESULT);
let host: TestHost;

beforeAll(async () => {
  host = await stage.host();
});

type Payload = ReturnType<typeof payloadOf>;
interface Work {
  payload: Payload;
  host: TestHost;
  runId: string;
  attemptId: string;
  leaseId: string;
}

const payloadOf = (host_id: string, runId: string, attemptId: string) => ({
  ...{ schema: 'eval.event-batch/v1', batch_id: 'batch-1', tenant_id: 'default', host_id },
  ...{ workflow_run_id: runId, attempt_id: attemptId, lease_epoch: 1, first_host_sequence: 1 },
  issued_at: new Date(stage.now()).toISOString(),
  expires_at: new Date(stage.now() + 300_000).toISOString(),
  events: [
    event(1, 'artifact.committed', { digest: NATIVE, role: 'native_result' }),
    event(2, 'framework.attempted', {
      ...{ status: 'succeeded', native_result_digest: NATIVE },
      measurements: [measured('price.accuracy', 0.96)] as Record<string, unknown>[],
    }),
  ] as ReturnType<typeof event>[],
});

const event = (host_sequence: number, type: string, payload: Record<string, unknown>) => ({
  ...{ host_sequence, type, payload },
  timestamp: new Date(stage.now()).toISOString(),
});

const measured = (name: string, value: unknown) => ({ name, value, target_type: 'trace', target_id: 't1' });

/** An attempt that a host holds, its result uploaded, and the good payload about it. */
async function work(by: TestHost = host): Promise<Work> {
  const runId = await stage.queued();
  const { body } = await stage.lease(by);
  const { attempt_id } = body.attempt;
  expect(body.attempt.workflow_run_id).toBe(runId);
  await stage.uploaded(by, attempt_id, RESULT);
  const payload = payloadOf(by.host_id, runId, attempt_id);
  return { payload, host: by, runId, attemptId: attempt_id, leaseId: body.lease_id };
}

const publish = (envelope: unknown, by: TestHost = host) => stage.as(by.token)('POST', '/events/publish', envelope);
const published = (payload: unknown, by: TestHost = host) => publish(envelopeOf(JSON.stringify(payload), by.key), by);
const eventsOf = async (runId: string) =>
  (await stage.services.evaluation.ledger.ofRun(runId, { after: null, limit: 100 })).events;

describe('publication of a batch (evaluation 3.11)', () => {
  test('one transaction: attempt, run, events with their provenance, the envelope as it came', async () => {
    const { payload, runId, attemptId } = await work();
    const sent = JSON.stringify(envelopeOf(JSON.stringify(payload), host.key));
    const { status, body } = await publish(sent);
    expect([status, body]).toEqual([
      200,
      {
        ...{ batch_id: 'batch-1', attempt_id: attemptId, attempt_status: 'succeeded', next_host_sequence: 3 },
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
      ...{ phase: 'committing', native_result_artifact: NATIVE, attempts: [{ status: 'succeeded' }] },
    });
  });

  test('the machine goes on from there: trusted scores to the last digit, a gate, an end', async () => {
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
      ...{ status: 'succeeded', gate: { decision: 'pass' } },
    });
  });

  test('the same batch again, ten times at once and when it has long expired, is answered as before', async () => {
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

  test('members that nobody knows are signed as they are, and left out', async () => {
    const { payload } = await work();
    expect(
      (await published({ ...payload, note: 'é\u0001', events: payload.events.map((one) => ({ ...one, x: 1 })) }))
        .status,
    ).toBe(200);
  });

  test('the exact bytes are what is signed, whatever their spaces', async () => {
    const { payload } = await work();
    expect((await publish(envelopeOf(` ${JSON.stringify(payload, null, 3)}\n`, host.key))).status).toBe(200);
  });
});

type Change = (work: Work) => unknown;
const changed =
  (change: (payload: Payload) => object): Change =>
  ({ payload, host: by }) =>
    published({ ...payload, ...change(payload) }, by);
const later = (change: (payload: Payload) => object) => (payload: Payload) => ({
  events: payload.events.with(1, {
    ...payload.events[1],
    payload: { ...payload.events[1]?.payload, ...change(payload) },
  } as Payload['events'][0]),
});
const iso = (ms: number) => new Date(stage.now() + ms).toISOString();

/** Each row fails one check and would pass all that come after it; in their order. */
const REFUSALS: [code: string, status: number, because: string, send: Change][] = [
  [
    'invalid_envelope',
    400,
    'no signature',
    ({ payload }) => publish({ ...envelopeOf(JSON.stringify(payload), host.key), signatures: [] }),
  ],
  [
    'invalid_envelope',
    400,
    'no base64',
    ({ payload }) => publish({ ...envelopeOf(JSON.stringify(payload), host.key), payload: '*' }),
  ],
  [
    'invalid_envelope',
    400,
    'a name twice',
    ({ payload }) =>
      publish(JSON.stringify(envelopeOf(JSON.stringify(payload), host.key)).replace('{', '{"payloadType":"x",')),
  ],
  [
    'key_not_trusted',
    403,
    'a key of nobody',
    async ({ payload }) => publish(envelopeOf(JSON.stringify(payload), await hostKey())),
  ],
  [
    'key_not_trusted',
    403,
    'a key of another host',
    async ({ payload }) => publish(envelopeOf(JSON.stringify(payload), (await stage.host()).key)),
  ],
  [
    'signature_invalid',
    401,
    'the keyid of a good key over the signature of another',
    async ({ payload }) => publish(envelopeOf(JSON.stringify(payload), await hostKey(), { keyid: host.key.keyid })),
  ],
  [
    'signature_invalid',
    401,
    'a byte that was changed later',
    ({ payload }) => {
      const text = JSON.stringify(payload);
      return publish({
        ...envelopeOf(text, host.key),
        payload: Buffer.from(text.replace('batch-1', 'batch-2')).toString('base64'),
      });
    },
  ],
  [
    'signature_invalid',
    401,
    'a payload type that was changed later',
    ({ payload }) => publish({ ...envelopeOf(JSON.stringify(payload), host.key), payloadType: 'text/plain' }),
  ],
  [
    'unsupported_media_type',
    415,
    'another payload type',
    ({ payload }) => publish(envelopeOf(JSON.stringify(payload), host.key, { payloadType: 'application/json' })),
  ],
  ['invalid_json', 400, 'a payload that is no JSON', () => publish(envelopeOf('{', host.key))],
  [
    'duplicate_key',
    400,
    'a payload with a name twice',
    ({ payload }) => publish(envelopeOf(JSON.stringify(payload).replace('{', '{"batch_id":"x",'), host.key)),
  ],
  ['validation_failed', 422, 'another schema', changed(() => ({ schema: 'eval.event-batch/v2' }))],
  [
    'event_append_forbidden',
    403,
    "a type that is the kernel's",
    changed(({ events }) => ({ events: [...events.slice(0, 1), event(2, 'workflow.completed', {})] })),
  ],
  ['forbidden', 403, 'another tenant', changed(() => ({ tenant_id: 'other' }))],
  ['forbidden', 403, 'another host', changed(() => ({ host_id: 'host_01KAWDGM00ABCDEFGHJKMNPQRS' }))],
  ['forbidden', 403, 'another run', changed(() => ({ workflow_run_id: 'wrun_01KAWDGM00ABCDEFGHJKMNPQRS' }))],
  [
    'forbidden',
    403,
    'another attempt inside an event',
    changed(later(() => ({ attempt_id: 'fatt_01KAWDGM00ABCDEFGHJKMNPQRS_001' }))),
  ],
  [
    'forbidden',
    403,
    'an attempt that the host never held',
    async () => {
      const other = await stage.host();
      const { payload } = await work(other);
      return published({ ...payload, host_id: host.host_id });
    },
  ],
  [
    'lease_lost',
    409,
    'an attempt that the host held and lost',
    async ({ payload }) => {
      stage.pass(60_000);
      return published({ ...payload, issued_at: iso(0), expires_at: iso(300_000) });
    },
  ],
  [
    'token_expired',
    401,
    'expired for longer than clocks may differ',
    changed(() => ({ issued_at: iso(-300_000), expires_at: iso(-60_500) })),
  ],
  [
    'token_expired',
    401,
    'issued later than clocks may differ',
    changed(() => ({ issued_at: iso(62_000), expires_at: iso(300_000) })),
  ],
  [
    'token_expired',
    401,
    'good for longer than 5 minutes',
    changed(() => ({ issued_at: iso(0), expires_at: iso(300_001) })),
  ],
  [
    'sequence_gap',
    409,
    'a batch that begins later',
    changed(({ events }) => ({
      first_host_sequence: 2,
      events: events.map((one) => ({ ...one, host_sequence: one.host_sequence + 1 })),
    })),
  ],
  [
    'sequence_gap',
    409,
    'a hole inside',
    changed(({ events }) => ({ events: events.map((one, at) => ({ ...one, host_sequence: one.host_sequence + at })) })),
  ],
  [
    'lease_lost',
    409,
    'an older epoch of the same host',
    async ({ payload }) => {
      stage.pass(60_000);
      expect((await stage.lease(host)).body.lease_epoch).toBe(2);
      return published({ ...payload, issued_at: iso(0), expires_at: iso(300_000) });
    },
  ],
  [
    'artifact_not_committed',
    422,
    'an artifact that is not here',
    changed(({ events }) => ({
      events: [
        event(1, 'artifact.committed', { digest: digestOfJson('gone'), role: 'log' }),
        { ...events[1], host_sequence: 2 },
      ],
    })),
  ],
  [
    'artifact_not_committed',
    422,
    'a result that was not published as an artifact',
    changed(({ events }) => ({ events: [{ ...events[1], host_sequence: 1 }] })),
  ],
  ['illegal_transition', 422, 'back to queued', changed(later(() => ({ status: 'queued' })))],
  [
    'illegal_transition',
    422,
    'an event behind the end',
    changed(({ events }) => ({ events: [...events, event(3, 'framework.attempted', { status: 'running' })] })),
  ],
  ['illegal_transition', 422, 'cancelled without being asked', changed(later(() => ({ status: 'cancelled' })))],
  ['illegal_transition', 422, 'success without a result', changed(later(() => ({ native_result_digest: null })))],
  [
    'inconsistent_target',
    422,
    'a measurement of another run',
    changed(later(() => ({ measurements: [{ ...measured('a', 1), target_type: 'workflow_run' }] }))),
  ],
  [
    'validation_failed',
    422,
    'the same measured twice',
    changed(later(() => ({ measurements: [measured('a', 1), measured('a', 2)] }))),
  ],
  [
    'value_type_mismatch',
    422,
    'a value of another type',
    changed(later(() => ({ measurements: [{ ...measured('a', 'x'), data_type: 'numeric' }] }))),
  ],
];

describe('checks of a publication, each of which would pass the later ones (evaluation 3.11, 5.11)', () => {
  test.for(REFUSALS)('%s %i: %s', async ([code, status, , send]) => {
    host = { ...host, token: await stage.tokenOf(host) };
    const given = await work();
    const before = (await stage.services.evaluation.ledger.page({ after: 'latest', limit: 1 })).next;
    const attempt = await stage.services.evaluation.runs.attempt(given.attemptId);
    const answer = (await send(given)) as Awaited<ReturnType<typeof publish>>; // what publish answers
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (code === 'lease_lost' || answer.body.detail === 'this host holds no lease of this attempt') return;
    expect((await stage.services.evaluation.ledger.page({ after: 'latest', limit: 1 })).next).toBe(before);
    expect(await stage.services.evaluation.runs.attempt(given.attemptId)).toEqual(attempt);
  });

  test('a result for an attempt that has ended comes too late', async () => {
    const { payload } = await work();
    expect((await published(payload)).status).toBe(200);
    const again = {
      ...payload,
      batch_id: 'batch-2',
      first_host_sequence: 3,
      events: [event(3, 'framework.attempted', { status: 'running' })],
    };
    expect((await published(again)).body.code).toBe('lease_lost');
  });

  test.for(['admin key', 'no credential', 'another scheme'])('%s publishes nothing', async (who) => {
    const { payload } = await work();
    const headers: Record<string, string> =
      who === 'admin key' ? {} : who === 'no credential' ? { 'x-api-key': '' } : { 'access-token': host.token };
    host = { ...host, token: await stage.tokenOf(host) };
    const { status } = await stage.ask(
      'POST',
      '/api/v1/eval/events/publish',
      envelopeOf(JSON.stringify(payload), host.key),
      headers,
    );
    expect(status).toBe(who === 'admin key' ? 403 : 401);
  });
});
