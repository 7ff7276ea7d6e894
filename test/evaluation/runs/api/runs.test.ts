import { beforeAll, describe, expect, test } from 'vitest';
import { decideGate } from '../../../../functions/evaluation/domain/gates/decide-gate.ts';
import { newAttempt } from '../../../../functions/evaluation/domain/runs/new-attempt.ts';
import { runStage } from '../../api/run-stage.ts';

const { ask, resolved, evaluationOf, headOf } = runStage();
let digest: string;
beforeAll(async () => {
  digest = await resolved();
});
const create = (more: object = {}, headers = {}) =>
  ask('POST', '/runs', { body: { workflow_version_digest: digest, ...more }, headers });
const newRun = async (): Promise<string> => (await create()).body.workflow_run_id;
const stored = async (id: string) => {
  const run = await evaluationOf('default').runs.find(id);
  if (!run) throw new Error('there is no such run');
  return run;
};

describe('POST /runs (evaluation 3.7)', () => {
  test('returns 201 with Location, and a cursor from just before the run', async () => {
    const { status, headers, body } = await create({ labels: { branch: 'main' }, unknown: 1 });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/eval/runs/${body.workflow_run_id}`);
    expect(body).toEqual({
      workflow_run_id: expect.stringMatching(/^wrun_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      status: 'queued',
      workflow_version_digest: digest,
      events_cursor: expect.any(String),
      links: expect.objectContaining({ self: headers.get('location') }),
    });
    const { ledger } = evaluationOf('default');
    const run = await stored(body.workflow_run_id);
    await ledger.append({ run, change: {}, events: [{ type: 'workflow.validated', payload: {} }] });
    const events = await ask('GET', `/events?cursor=${body.events_cursor}`);
    expect(events.body.data.map((event: { workflow_run_id: string }) => event.workflow_run_id)).toEqual([
      run.workflow_run_id,
    ]);
    expect((await ask('GET', `/runs/${run.workflow_run_id}`)).body).toMatchObject({
      status: 'queued',
      phase: 'queued',
      labels: { branch: 'main' },
      created_by: 'ann',
      baseline: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      started_at: null,
      gate: { status: 'pending', decision: null, gate_decision_id: null },
    });
  });

  test('returns the same for a repeated Idempotency-Key, and says so', async () => {
    const headers = { 'idempotency-key': 'a'.repeat(255) };
    const first = await create({ labels: { a: '1', b: '2' } }, headers);
    const second = await create({ baseline_run_id: null, labels: { b: '2', a: '1' } }, headers);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect([first, second].map((one) => one.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(await create({}, headers)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(await newRun()).not.toBe(await newRun());
  });

  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`l${at}`, '']));
  test.for<[string, object, Record<string, string>, number, string]>([
    [
      'a digest that was never resolved',
      { workflow_version_digest: `sha256:${'0'.repeat(64)}` },
      {},
      404,
      'workflow_version_not_found',
    ],
    ['a missing digest', { workflow_version_digest: undefined }, {}, 422, 'validation_failed'],
    ['what is not a digest', { workflow_version_digest: 'sha256:1' }, {}, 422, 'invalid_digest'],
    [
      'a baseline that is not a run',
      { baseline_run_id: 'wrun_01JD0000000000000000000000' },
      {},
      422,
      'validation_failed',
    ],
    ['a label that is not text', { labels: { a: 1 } }, {}, 422, 'validation_failed'],
    ['a list of labels', { labels: ['a'] }, {}, 422, 'validation_failed'],
    ['an empty list of labels', { labels: [] }, {}, 422, 'validation_failed'],
    ['21 labels', { labels: many }, {}, 422, 'validation_failed'],
    ['a label that cannot be kept', { labels: { a: 'b', constructor: 'x' } }, {}, 422, 'validation_failed'],
    ['half a character in a label', { labels: { a: '\ud800' } }, {}, 422, 'validation_failed'],
    ['a key of 256 characters', {}, { 'idempotency-key': 'a'.repeat(256) }, 422, 'validation_failed'],
    ['a key beyond ASCII', {}, { 'idempotency-key': 'é' }, 422, 'validation_failed'],
    ['another media type', {}, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('refuses %s', async ([, body, headers, status, code]) => {
    expect(await create(body, headers)).toMatchObject({ status, body: { code, status } });
  });

  test('accepts 20 labels', async () => {
    const { l0: _, ...twenty } = many;
    expect(await create({ labels: twenty })).toMatchObject({ status: 201 });
  });

  test('refuses a run with 429 and Retry-After if 1,000 are queued', async () => {
    const headers = { 'x-tenant-id': 'full' };
    await resolved(headers);
    const check = { check: { pk: 'none', sk: 'none' }, when: 'absent' } as const;
    await headOf('full').write((head) => ({ answer: null, head: { ...head, queued: 1000 }, writes: [check] }), null);
    const refused = await create({}, headers);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers.get('retry-after')).toBe('60');
  });
});

describe('POST /runs/{id}/cancel (evaluation 3.7)', () => {
  test('cancels a queued run at once, with 202, then 200', async () => {
    const id = await newRun();
    expect(await ask('POST', `/runs/${id}/cancel`)).toMatchObject({
      status: 202,
      body: { status: 'cancelled', gate: { status: 'not_applicable' }, status_reason: { code: 'cancelled' } },
    });
    expect(await ask('POST', `/runs/${id}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    const { body } = await ask('GET', `/runs/${id}/events`);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
      'workflow.cancel_requested',
      'workflow.completed',
    ]);
  });

  test('makes a running run `cancelling` once for ten concurrent requests, with 202, then 200', async () => {
    const id = await newRun();
    const change = { status: 'running', phase: 'attempting' } as const;
    await evaluationOf('default').ledger.append({ run: await stored(id), change, events: [] });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', `/runs/${id}/cancel`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 202]);
    expect((await ask('GET', `/runs/${id}`)).body).toMatchObject({
      status: 'cancelling',
      cancel_requested_at: expect.any(String),
    });
    expect((await ask('GET', `/runs/${id}/events`)).body.data).toHaveLength(1);
  });

  test('removes a decided gate, so that a poll for a pass finds none', async () => {
    const id = await newRun();
    const { ledger, gateDecisions } = evaluationOf('default');
    const begun = await ledger.append({
      run: await stored(id),
      events: [],
      change: { status: 'running', phase: 'gating' },
    });
    if (typeof begun === 'string') throw new Error(begun);
    const { run } = begun;
    const facts = { attempt: null, workflow_version: {}, native: null, scores: [] };
    const outcome = decideGate({
      ...facts,
      run,
      policy: null,
      policy_version: run.workflow_version_digest,
      baselines: { last_passing: null, run: null },
    });
    const gate_decision_id = 'gdec_01KAFP4G80A1B2C3D4E5F6G7H8';
    const named = { gate_decision_id, workflow_run_id: id, workflow_version_digest: run.workflow_version_digest };
    const decision = { ...named, ...outcome, primary: true, status: 'decided' as const, decided_at: 0 };
    await ledger.append({
      run,
      events: [],
      change: { gate: { status: 'decided', decision: outcome.decision, gate_decision_id } },
      writes: gateDecisions.writesOf(decision, run.expiresAt),
    });
    const shown = async (path: string) => (await ask('GET', path)).body;
    expect(await shown(`/runs/${id}/gate`)).toMatchObject({ status: 'decided', gate_decision_id });
    await ask('POST', `/runs/${id}/cancel`);
    const pending = { status: 'pending', decision: null, gate_decision_id: null };
    expect(await shown(`/runs/${id}/gate`)).toMatchObject(pending);
    expect(await shown(`/runs/${id}`)).toMatchObject({ status: 'cancelling', gate: pending });
    expect(await shown(`/runs/${id}/gate?format=check`)).toMatchObject({ status: 'in_progress', conclusion: null });
    expect(await shown(`/gates/${gate_decision_id}`)).toMatchObject({ status: 'decided' });
  });

  test.for(['validating', 'admitting'] as const)(
    'shows a run that was %s in the queue as queued, also after the cancellation',
    async (phase) => {
      const id = await newRun();
      await evaluationOf('default').ledger.append({ run: await stored(id), change: { phase }, events: [] });
      const queued = { workflow_run_id: id, status: 'queued', phase: 'queued' };
      expect((await ask('GET', `/runs/${id}`)).body).toMatchObject(queued);
      expect((await ask('GET', '/runs?status=queued&limit=1')).body.data[0]).toMatchObject(queued);
      const cancelled = { status: 'cancelled', phase: 'queued', started_at: null };
      expect((await ask('POST', `/runs/${id}/cancel`)).body).toMatchObject(cancelled);
      expect((await ask('GET', `/runs/${id}`)).body).toMatchObject(cancelled);
    },
  );

  test('refuses a run that has ended otherwise with 409', async () => {
    const id = await newRun();
    const events = [{ type: 'workflow.completed', payload: {} } as const];
    await evaluationOf('default').ledger.append({ run: await stored(id), change: { status: 'failed' }, events });
    expect(await ask('POST', `/runs/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'run_already_terminal' },
    });
  });
});

describe('the list of runs (evaluation 3.1, 3.7)', () => {
  test.for([
    'status=done',
    'limit=0',
    'limit=101',
    'created_after=yesterday',
    'order=up',
    'lineage_digest=1',
    'tenant=other',
  ])('refuses ?%s', async (query) => {
    expect(await ask('GET', `/runs?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });

  test('refuses a cursor of another tenant or other filters', async () => {
    await newRun();
    await newRun();
    const { body } = await ask('GET', '/runs?limit=1&status=queued');
    expect(body).toMatchObject({ data: [{ status: 'queued' }], has_more: true, next_cursor: expect.any(String) });
    const cursor = encodeURIComponent(body.next_cursor);
    expect((await ask('GET', `/runs?limit=1&status=queued&cursor=${cursor}`)).status).toBe(200);
    for (const [query, headers] of [
      ['limit=1', {}],
      ['status=queued', { 'x-tenant-id': 'other' }],
    ] as const)
      expect(await ask('GET', `/runs?${query}&cursor=${cursor}`, { headers })).toMatchObject({
        status: 400,
        body: { code: 'invalid_cursor' },
      });
  });
});

describe('GET /runs/{id}/attempts (evaluation 3.8, 5.6)', () => {
  test('returns the newest first, page by page', async () => {
    const id = await newRun();
    const host = { kind: 'managed', host_id: 'managed' } as const;
    const { ledger } = evaluationOf('default');
    for (const [status, phase] of [
      ['running', 'attempting'],
      ['timed_out', 'committing'],
      ['running', 'attempting'],
    ] as const) {
      const run = await stored(id);
      const [known] = (await ask('GET', `/runs/${id}/attempts`)).body.data;
      const made = newAttempt(run, { status, runner_version: digest, host, now: 0 });
      const attempt = status === 'running' ? made : { ...made, attempt_id: known.attempt_id, ordinal: known.ordinal };
      await ledger.append({ run, change: { status: 'running', phase }, attempt, events: [] });
    }
    const ordinals = (body: { data: { ordinal: number }[] }) => body.data.map(({ ordinal }) => ordinal);
    expect(ordinals((await ask('GET', `/runs/${id}/attempts`)).body)).toEqual([2, 1]);
    const first = (await ask('GET', `/runs/${id}/attempts?limit=1`)).body;
    expect([ordinals(first), first.has_more]).toEqual([[2], true]);
    const rest = (await ask('GET', `/runs/${id}/attempts?limit=1&cursor=${first.next_cursor}`)).body;
    expect([ordinals(rest), rest.has_more]).toEqual([[1], false]);
  });
});

describe('attempt.replay (evaluation 3.8)', () => {
  test.for([
    ['default', '/openapi/v1/replay-runs/plan'],
    ['other', '/api/replays/plan'],
  ])('has for tenant %s the status_url %s, which shows its plan', async ([tenant = '', status_url]) => {
    const headers = { 'x-tenant-id': tenant };
    const body = { workflow_version_digest: await resolved(headers) };
    const id = (await ask('POST', '/runs', { body, headers })).body.workflow_run_id;
    const { runs, ledger } = evaluationOf(tenant);
    const run = await runs.find(id);
    if (!run) throw new Error('there is a run');
    const host = { kind: 'managed', host_id: 'managed' } as const;
    const made = newAttempt(run, { status: 'running', runner_version: digest, host, now: 0 });
    const attempt = { ...made, replay: { plan_id: 'plan', findings_state: null } };
    const change = { status: 'running', phase: 'attempting' } as const;
    await ledger.append({ run, change, attempt, events: [] });
    const shown = { plan_id: 'plan', status_url };
    expect((await ask('GET', `/runs/${id}/attempts`, { headers })).body.data[0].replay).toMatchObject(shown);
    expect((await ask('GET', `/attempts/${attempt.attempt_id}`, { headers })).body.replay).toMatchObject(shown);
  });
});

describe('another tenant (evaluation 3.2)', () => {
  test.for(['GET ', 'POST /cancel', 'GET /attempts', 'GET /events'])(
    'gets 404 from %s of a foreign run',
    async (route) => {
      const [method = '', part = ''] = route.split(' ');
      const id = await newRun();
      const refused = await ask(method, `/runs/${id}${part}`, { headers: { 'x-tenant-id': 'other' } });
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await stored(id)).version).toBe(1);
    },
  );

  test.for(['/runs/x', '/attempts/x', '/attempts/fatt_01JD0000000000000000000000_001', '/runs/%00/events'])(
    'gets 404 from %s',
    async (path) => {
      expect((await ask('GET', path)).status).toBe(404);
    },
  );
});
