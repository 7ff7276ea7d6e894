import { CloudEvent } from 'cloudevents';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EventDraft, LedgerEvent } from '../../../../functions/evaluation/domain/ledger/event.ts';
import { runStage } from '../../api/run-stage.ts';

const { ask, resolved, evaluationOf } = runStage();
let tenant = 0;
let headers: Record<string, string>;
let runId: string;

/** Each test has its own tenant with one run. */
beforeEach(async () => {
  headers = { 'x-tenant-id': `t${++tenant}` };
  const workflow_version_digest = await resolved(headers);
  runId = (await ask('POST', '/runs', { body: { workflow_version_digest }, headers })).body.workflow_run_id;
});

async function append(...types: EventDraft['type'][]): Promise<void> {
  const { runs, ledger } = evaluationOf(`t${tenant}`);
  const run = await runs.find(runId);
  if (!run) throw new Error('there is a run');
  await ledger.append({ run, change: {}, events: types.map((type) => ({ type, payload: { status: 'running' } })) });
}
const get = (query: string, more = {}) => ask('GET', `/events${query}`, { headers: { ...headers, ...more } });
const sequences = (body: { data: LedgerEvent[] }) => body.data.map(({ sequence }) => sequence);

describe('GET /events (evaluation 3.10)', () => {
  test('always returns next_cursor, behind which later events follow', async () => {
    const empty = (await get('')).body;
    expect(empty).toEqual({ data: [], next_cursor: expect.any(String), has_more: false });
    await append('workflow.validated', 'framework.attempted', 'framework.attempted');
    const first = (await get(`?limit=2&cursor=${empty.next_cursor}`)).body;
    expect([sequences(first), first.has_more]).toEqual([[1, 2], true]);
    const second = (await get(`?limit=2&cursor=${first.next_cursor}`)).body;
    expect([sequences(second), second.has_more]).toEqual([[3], false]);
    expect((await get(`?cursor=${second.next_cursor}`)).body).toEqual({ ...second, data: [] });
    expect(first.data[0]).toMatchObject({ tenant_id: `t${tenant}`, workflow_run_id: runId, schema_version: '1' });
    expect(first.data[0]).not.toHaveProperty('expiresAt');
  });

  test('starts at the end for latest, and continues after a filter', async () => {
    await append('workflow.validated', 'framework.attempted');
    expect(sequences((await get('?cursor=latest')).body)).toEqual([]);
    const filtered = (await get('?type=workflow.validated')).body;
    expect(sequences(filtered)).toEqual([1]);
    await append('framework.attempted');
    expect(sequences((await get(`?cursor=${filtered.next_cursor}`)).body)).toEqual([3]);
    expect(sequences((await get(`?workflow_run_id=${runId}`)).body)).toEqual([1, 2, 3]);
    expect(sequences((await get('?workflow_run_id=wrun_01JD0000000000000000000000')).body)).toEqual([]);
  });

  test('starts at the end of a run for latest', async () => {
    await append('workflow.validated', 'framework.attempted');
    const ofRun = (query: string) => ask('GET', `/runs/${runId}/events${query}`, { headers });
    const { data, next_cursor } = (await ofRun('?cursor=latest')).body;
    expect(data).toEqual([]);
    await append('framework.attempted');
    expect(sequences((await ofRun(`?cursor=${next_cursor}`)).body)).toEqual([3]);
  });

  test('waits for an event, and answers as soon as there is one', async () => {
    const { body } = await get('?cursor=latest');
    const waiting = get(`?cursor=${body.next_cursor}&wait_seconds=20&type=framework.attempted`);
    await append('workflow.validated');
    await append('framework.attempted');
    expect(sequences((await waiting).body)).toEqual([2]);
  });

  test.for<[string, string]>([
    ['wait_seconds=21', 'invalid_query'],
    ['wait_seconds=-1', 'invalid_query'],
    ['limit=101', 'invalid_query'],
    ['type=run.done', 'invalid_query'],
    ['workflow_run_id=x', 'invalid_query'],
    ['from=1', 'invalid_query'],
    ['cursor=1', 'invalid_cursor'],
    ['cursor=', 'invalid_cursor'],
  ])('refuses ?%s', async ([query, code]) => {
    expect(await get(`?${query}`)).toMatchObject({ status: 400, body: { code } });
  });

  test('refuses a cursor of another tenant or of a run', async () => {
    const { next_cursor } = (await get('')).body;
    const other = await ask('GET', `/events?cursor=${next_cursor}`, { headers: { 'x-tenant-id': 'other' } });
    expect(other).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    const ofRun = (await ask('GET', `/runs/${runId}/events`, { headers })).body.next_cursor;
    expect(await get(`?cursor=${ofRun}`)).toMatchObject({ status: 400 });
  });

  test('returns a batch of CloudEvents 1.0 on request', async () => {
    await append('workflow.validated', 'framework.attempted');
    const { headers: answered, body } = await get('?limit=1', { accept: 'application/cloudevents-batch+json' });
    expect(answered.get('content-type')).toBe('application/cloudevents-batch+json');
    expect(answered.get('x-has-more')).toBe('true');
    for (const event of body) expect(new CloudEvent(event).validate()).toBe(true);
    expect(body).toMatchObject([
      {
        specversion: '1.0',
        source: '/service/eval',
        type: 'ai.service.eval.workflow.validated',
        subject: runId,
        sequence: '0000000000000001',
        data: { sequence: 1 },
      },
    ]);
    const next = /^<(.+)>; rel="next"$/.exec(answered.get('link') ?? '')?.[1] ?? '';
    expect(sequences((await ask('GET', next, { headers })).body)).toEqual([2]);
  });

  test('returns events of a run by their run_sequence', async () => {
    await append('workflow.validated', 'framework.attempted');
    const page = (await ask('GET', `/runs/${runId}/events?limit=1`, { headers })).body;
    expect([sequences(page), page.has_more]).toEqual([[1], true]);
    const next = (await ask('GET', `/runs/${runId}/events?cursor=${page.next_cursor}`, { headers })).body;
    expect([sequences(next), next.has_more]).toEqual([[2], false]);
  });

  test('refuses an append by a caller with 403', async () => {
    const refused = await ask('POST', '/events', { headers, body: { type: 'gate.decided' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'event_append_forbidden' } });
  });
});
