import { beforeEach, describe, expect, test } from 'vitest';
import { digestOfBytes, digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import { attemptIdOf } from '../../../../functions/replay/domain/attempt-id.ts';
import {
  federatedManifests,
  PROCESS_RUNNER,
  PROCESS_RUNNER_VERSION,
} from '../../../support/evaluation/federated-run.ts';
import { envelopeOf, federatedStage, hostKey, type TestHost } from '../../../support/stages/federated-stage.ts';

const stage = federatedStage();
let host: TestHost;

beforeEach(async () => {
  host = await stage.host();
});

const heartbeat = (by: TestHost, leaseId: string, body: object = {}) =>
  stage.as(by.token)('POST', `/leases/${leaseId}/heartbeat`, body);
const eventsOf = async (runId: string) =>
  (await stage.services.evaluation.ledger.ofRun(runId, { after: null, limit: 100 })).events
    .filter(({ type }) => type === 'framework.attempted')
    .map(({ payload }) => payload);

const failedBatch = (runId: string) => ({
  schema: 'eval.event-batch/v1',
  batch_id: 'b',
  tenant_id: 'default',
  host_id: host.host_id,
  workflow_run_id: runId,
  attempt_id: attemptIdOf(runId, 1),
  lease_epoch: 1,
  first_host_sequence: 1,
  issued_at: iso(0),
  expires_at: iso(60_000),
  events: [{ host_sequence: 1, type: 'framework.attempted', timestamp: iso(0), payload: { status: 'runner_error' } }],
});
const iso = (ms: number) => new Date(stage.now() + ms).toISOString();

describe('a lease (evaluation 3.11)', () => {
  test('gives an attempt with all its components', async () => {
    const runId = await stage.queued();
    const { status, body } = await stage.lease(host);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      lease_epoch: 1,
      tenant_id: 'default',
      next_host_sequence: 1,
      cancel_requested: false,
      attempt: {
        workflow_run_id: runId,
        status: 'running',
        host: { kind: 'federated', host_id: host.host_id },
        lease: { epoch: 1, expires_at: body.expires_at },
      },
    });
    const digests = Object.fromEntries(
      Object.entries(federatedManifests()).map(([role, manifest]) => [role, digestOfJson(manifest)]),
    );
    const downloads = body.downloads as { role: string; digest: string; url: string }[];
    expect(Object.fromEntries(downloads.map(({ role, digest }) => [role, digest]))).toEqual(digests);
    expect(await eventsOf(runId)).toMatchObject([{ status: 'queued' }, { status: 'running' }]);
  });

  test('covers the oldest attempt, whichever of its runners the host names first', async () => {
    const runner = { id: 'price-check@2' };
    const newer = digestOfJson({ ...PROCESS_RUNNER, ...runner });
    const runner_versions = [newer, PROCESS_RUNNER_VERSION];
    const both = await stage.host({ runner_versions });
    const first = await stage.queued();
    await stage.queued({ runner });
    const { body } = await stage.as(both.token)('POST', '/leases', { runner_versions });
    expect(body.attempt.workflow_run_id).toBe(first);
  });

  test('goes to one of ten hosts that ask at the same time', async () => {
    await stage.queued();
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.lease(host)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 204)]);
  });

  test('covers the oldest attempt', async () => {
    const first = await stage.queued({ subject: 'older' });
    await stage.queued({ subject: 'newer' });
    expect((await stage.lease(host)).body.attempt.workflow_run_id).toBe(first);
  });

  test('goes to a waiting host when an attempt arrives', async () => {
    const waiting = stage.lease(host, 20);
    const runId = await stage.queued();
    expect((await waiting).body.attempt.workflow_run_id).toBe(runId);
  });

  test.for<[string, () => Promise<unknown>]>([
    ['host', () => stage.ask('DELETE', `/api/v1/eval/hosts/${host.host_id}`)],
    [
      'key',
      async () => {
        const other = await hostKey();
        const keys = `/api/v1/eval/hosts/${host.host_id}/keys`;
        await stage.ask('POST', keys, { public_key_jwk: other.jwk });
        return stage.ask('DELETE', `${keys}/${host.key.keyid}`);
      },
    ],
  ])('does not go to a %s that is revoked while it waits', async ([, revoke]) => {
    const asked = { host_id: host.host_id, jkt: host.key.keyid };
    const waiting = stage.services.evaluation.leases.take(asked, [PROCESS_RUNNER_VERSION], 2000);
    // Without another capable host, the run would be refused.
    await stage.host();
    await revoke();
    await stage.queued();
    stage.pass(2000);
    // What is written wakes it, for the last time.
    await stage.queued();
    expect(await waiting).toBeNull();
  });

  test.for<[string, Record<string, unknown>, Parameters<typeof stage.queued>[0]]>([
    ['residency', { residency: 'us' }, { environment: { residency: 'eu' } }],
    ['no residency', {}, { environment: { residency: 'eu' } }],
    ['capabilities', { capabilities: [] }, {}],
    ['protocol', { protocol: { min: 2, max: 2 } }, {}],
  ])('does not go to a host of another %s', async ([, facts, of]) => {
    const able = await stage.host({ residency: 'eu' });
    const other = await stage.host(facts);
    const runId = await stage.queued(of);
    expect((await stage.lease(other)).status).toBe(204);
    expect((await stage.lease(able)).body.attempt.workflow_run_id).toBe(runId);
  });

  test('is refused for runners that are not registered for the host', async () => {
    const other = digestOfJson({ ...PROCESS_RUNNER, id: 'another' });
    const ask = (runner_versions: string[]) => stage.as(host.token)('POST', '/leases', { runner_versions });
    expect((await ask([other])).status).toBe(403);
    expect((await ask([other, PROCESS_RUNNER_VERSION])).status).toBe(204);
  });

  test.for([
    [20, 204],
    [21, 400],
  ])('is awaited for at most 20 seconds: wait_seconds %i gives %i', async ([seconds = 0, status]) => {
    if (status === 204) await stage.queued();
    expect((await stage.lease(host, seconds)).status).toBe(status === 204 ? 200 : status);
  });

  test('ends after 60 seconds, and the next host has the next epoch', async () => {
    const runId = await stage.queued();
    const first = (await stage.lease(host)).body;
    const other = await stage.host();
    stage.pass(59_000);
    expect((await stage.lease(other)).status).toBe(204);
    stage.pass(1_000);
    expect((await stage.lease(other)).body).toMatchObject({ lease_epoch: 2, attempt: { workflow_run_id: runId } });
    expect((await heartbeat(host, first.lease_id)).body.code).toBe('lease_lost');
    expect(await eventsOf(runId)).toMatchObject([{}, {}, { status: 'running', reason: { code: 'lease_lost' } }]);
  });

  test('is extended by a heartbeat for another minute', async () => {
    await stage.queued();
    const { lease_id } = (await stage.lease(host)).body;
    stage.pass(59_000);
    expect((await heartbeat(host, lease_id)).status).toBe(200);
    stage.pass(59_000);
    expect((await heartbeat(host, lease_id)).status).toBe(200);
    stage.pass(60_000);
    expect((await heartbeat(host, lease_id)).body.code).toBe('lease_lost');
  });

  test('has an event of progress once in 30 seconds', async () => {
    const runId = await stage.queued();
    const { lease_id } = (await stage.lease(host)).body;
    for (const [ms, progress] of [
      [29_000, 0.1],
      [1_000, 0.2],
      [29_000, 0.3],
      [1_000, 0.4],
    ] as const) {
      stage.pass(ms);
      await heartbeat(host, lease_id, { progress });
    }
    expect((await eventsOf(runId)).flatMap(({ progress }) => (progress === undefined ? [] : [progress]))).toEqual([
      0.2, 0.4,
    ]);
  });

  test('reports a cancellation by heartbeat, and the attempt ends cancelled after any publication', async () => {
    const runId = await stage.queued();
    const { lease_id } = (await stage.lease(host)).body;
    expect((await heartbeat(host, lease_id)).body.cancel_requested).toBe(false);
    await stage.ask('POST', `/api/v1/eval/runs/${runId}/cancel`);
    expect((await heartbeat(host, lease_id)).body.cancel_requested).toBe(true);
    const sent = envelopeOf(JSON.stringify(failedBatch(runId)), host.key);
    const { body } = await stage.as(host.token)('POST', '/events/publish', sent);
    expect(body.attempt_status).toBe('cancelled');
    for (const name of ['PollAttempt', 'CommitResult', 'ProjectScores', 'DecideGate', 'CompleteRun'] as const)
      await stage.step(name, runId);
    expect((await stage.services.evaluation.runs.find(runId))?.status).toBe('cancelled');
  });

  test('is not given for a run that was cancelled in the queue, which ends at once', async () => {
    const runId = await stage.queued();
    await stage.ask('POST', `/api/v1/eval/runs/${runId}/cancel`);
    for (const name of ['PollAttempt', 'CommitResult', 'ProjectScores', 'DecideGate', 'CompleteRun'] as const)
      await stage.step(name, runId);
    expect((await stage.services.evaluation.runs.find(runId))?.status).toBe('cancelled');
    expect((await stage.lease(host)).status).toBe(204);
  });

  test.for<[string, (lease: string) => Promise<{ status: number }>, number]>([
    ['of another host', async (lease) => heartbeat(await stage.host(), lease), 403],
    ['of an unknown lease', async () => heartbeat(host, 'lease_x'), 404],
    ['of a future epoch', async (lease) => heartbeat(host, `${lease}1`), 409],
    ['asked for by an admin', async (lease) => stage.ask('POST', `/api/v1/eval/leases/${lease}/heartbeat`, {}), 403],
  ])('is refused to a heartbeat %s', async ([, beat, status]) => {
    await stage.queued();
    expect((await beat((await stage.lease(host)).body.lease_id)).status).toBe(status);
  });
});

describe('an upload of a host (evaluation 3.2, 3.11)', () => {
  const upload = (by: TestHost, more: object) =>
    stage.as(by.token)('POST', '/artifacts', {
      kind: 'log',
      media_type: 'text/plain',
      content_base64: 'aGk=',
      ...more,
    });

  test.for<[string, (attempt_id: string) => Promise<{ status: number }>, number]>([
    ['a log of its attempt', async (attempt_id) => upload(host, { attempt_id }), 201],
    ['one without an attempt', async () => upload(host, {}), 403],
    ['a manifest', async (attempt_id) => upload(host, { attempt_id, kind: 'runner' }), 403],
    ['of an attempt that it never held', async (attempt_id) => upload(await stage.host(), { attempt_id }), 403],
    [
      'of an attempt that it held and lost',
      async (attempt_id) => {
        stage.pass(60_000);
        return upload(host, { attempt_id });
      },
      409,
    ],
    ['as large as max_result_mb', async (attempt_id) => upload(host, { attempt_id, ...announced(1024 * 1024) }), 201],
    ['larger than that', async (attempt_id) => upload(host, { attempt_id, ...announced(1024 * 1024 + 1) }), 413],
    [
      'larger than that together',
      async (attempt_id) => {
        await upload(host, { attempt_id });
        return upload(host, { attempt_id, ...announced(1024 * 1024 - 1) });
      },
      413,
    ],
  ])('is accepted or refused: %s gives %i', async ([, bring, status]) => {
    const runId = await stage.queued({ environment: { limits: { max_result_mb: 1 } } });
    const { body } = await stage.lease(host);
    expect(body.attempt.workflow_run_id).toBe(runId);
    expect((await bring(body.attempt.attempt_id)).status).toBe(status);
  });

  const announced = (size_bytes: number) => ({
    content_base64: undefined,
    size_bytes,
    digest: digestOfJson(['announced', size_bytes, stage.now()]),
  });

  const commit = (by: TestHost, digest: string) => stage.as(by.token)('POST', `/artifacts/${digest}/commit`);

  test('is not committed by another host', async () => {
    await stage.queued();
    const { body } = await stage.lease(host);
    const { digest } = (await upload(host, { attempt_id: body.attempt.attempt_id, ...announced(10) })).body;
    expect((await commit(await stage.host(), digest)).status).toBe(403);
    expect((await commit(host, digest)).body.code).toBe('artifact_not_uploaded');
  });

  test('is committed for each of two attempts with the same bytes, and listed by both runs', async () => {
    const bytes = Buffer.alloc(2 * 1024 * 1024, 'x');
    const facts = { content_base64: undefined, digest: digestOfBytes(bytes), size_bytes: bytes.byteLength };
    const hosts = [host, await stage.host()] as const;
    const attempts: { attempt_id: string; workflow_run_id: string }[] = [];
    for (const one of hosts) {
      await stage.queued();
      attempts.push((await stage.lease(one)).body.attempt);
    }
    for (const [at, one] of hosts.entries()) {
      const said = { attempt_id: attempts[at]?.attempt_id, ...facts };
      expect((await upload(one, said)).body.upload).toBeDefined();
    }
    await stage.putUploaded(facts.digest, bytes);
    for (const one of hosts) expect((await commit(one, facts.digest)).status).toBe(200);
    for (const { workflow_run_id, attempt_id } of attempts) {
      const { data } = (await stage.ask('GET', `/api/v1/eval/runs/${workflow_run_id}/artifacts`)).body;
      expect(data).toMatchObject([{ digest: facts.digest, status: 'committed', attempt_id }]);
    }
  });
});
