import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { first, recordedSession, second, startTasks, type TaskBuild } from './task-service.ts';

const HOUR_MS = 3_600_000;
const { dataDir, remove } = temporaryDataDir();
const targets: Target[] = [];
let service: RunningService;
/** Ids of a deployment begin elsewhere each time. */
let nextId = 5000;

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort() });
});
afterAll(async () => {
  await service.stop();
  await Promise.all(targets.map((target) => target.close()));
  remove();
});

const api = (method: string, path: string, body?: unknown, headers = {}) =>
  call(service.url, method, path, body, headers);

async function record(appId: string, pin = false): Promise<void> {
  const lines = ['ann', 'bob'].flatMap((session, index) =>
    recordedSession(appId, session, 1 + index, Date.now() - HOUR_MS + 60_000 * index),
  );
  const { body } = await api('POST', '/api/recorder/cases', lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(body).toMatchObject({ accepted: 6, rejected: [] });
  if (pin) for (const { caseId } of lines) await api('POST', `/api/recorder/cases/${caseId}/pin`);
  await api('POST', '/api/config/schedule/modify/UPDATE', { appId, mainOperations: ['/tasks', '/tasks/{id}'] });
}

async function replayed(appId: string, build: TaskBuild, more = {}): Promise<{ planId: string; state: string }> {
  nextId += 1000;
  const target = await startTasks(build, nextId);
  targets.push(target);
  const { planId } = (await api('POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url, ...more })).body;
  const run = await completed(service.url, planId);
  return { planId, state: run.findings.state };
}

const stateOf = async (planId: string) => (await api('GET', `/openapi/v1/replay-runs/${planId}`)).body.findings.state;
const accept = (planId: string, body: unknown) => api('POST', `/api/replays/${planId}/accept`, body);
const all = (planId: string) => ({ requests: Array.from({ length: 6 }, (_, item) => `${planId}:${item}`) });
const bodyOf = async (caseId: string) =>
  JSON.parse((await api('GET', `/api/recorder/cases/${caseId}`)).body.response.body);
const versionsOf = async (caseId: string) =>
  (await api('GET', `/api/recorder/cases/${caseId}/versions`)).body.items.map(
    ({ version, current }: { version: number; current: boolean }) => (current ? `${version} current` : `${version}`),
  );

describe('accepting results as the new recordings', () => {
  test.each([
    ['rolling', false],
    ['pinned', true],
  ])('turns the verdict around for both builds, and an undo turns it back: %s recordings', async (appId, pin) => {
    await record(appId, pin);
    const source = pin ? { caseSource: 'pinned' } : {};
    expect((await replayed(appId, first, source)).state).toBe('CLEAN');
    const { planId, state } = await replayed(appId, second, source);
    expect(state).toBe('NEEDS_ACTION');

    const preview = await api('POST', `/api/replays/${planId}/accept/preview`, all(planId));
    expect(preview.status, service.output().slice(-2000)).toBe(200);
    expect(preview.body).toMatchObject({ accepts: 6, version: 2, leftOut: [], next: null });
    expect(preview.body.changes).toContainEqual({
      operation: '/tasks/{id}',
      method: 'GET',
      kind: 'FIELD_VALUE',
      subject: 'state',
      recorded: '"open"',
      replayed: '"OPEN"',
      recordings: 4,
      leftOut: null,
    });
    expect(preview.body.mappedValues).toBeGreaterThanOrEqual(12);
    expect(await versionsOf(`${appId}-ann-0`)).toEqual(['1 current']);

    const accepted = await accept(planId, { ...all(planId), note: 'build 2' });
    expect(accepted.body).toMatchObject({ planId, leftOut: [], next: null });
    expect(accepted.body.accepted).toHaveLength(6);
    for (const [index, session] of ['ann', 'bob'].entries())
      for (const request of [0, 1, 2])
        expect(await bodyOf(`${appId}-${session}-${request}`)).toEqual({
          id: 1 + index,
          title: `task ${1 + index}`,
          state: 'OPEN',
          links: { self: `/tasks/${1 + index}`, owner: '/people/7' },
        });
    const { body: recording } = await api('GET', `/api/recorder/cases/${appId}-ann-1`);
    expect(recording).toMatchObject({
      pinned: pin,
      status: 200,
      accepted: { version: 2, before: 1, from: { planId }, note: 'build 2' },
    });
    // The finished run shows what it compared.
    expect(await stateOf(planId)).toBe('NEEDS_ACTION');
    const { body: results } = await api('GET', `/api/replays/${planId}/cases?limit=10`);
    const { body: result } = await api('GET', `/api/replays/${planId}/cases/${results.items[0].planItemId}`);
    expect(JSON.parse(result.recorded.body).state).toBe('open');

    expect((await replayed(appId, second, source)).state).toBe('CLEAN');
    const old = await replayed(appId, first, source);
    expect(old.state).toBe('NEEDS_ACTION');
    await api('POST', `/api/replays/${planId}/recompare`);
    expect(await stateOf(planId)).toBe('NEEDS_ACTION');

    const undo = `/api/replays/${planId}/accept?at=${encodeURIComponent(accepted.body.at)}`;
    expect((await api('DELETE', undo)).body).toEqual({ planId, restored: 6, left: 0 });
    expect((await api('DELETE', undo)).body).toEqual({ planId, restored: 0, left: 6 });
    expect(await bodyOf(`${appId}-ann-1`)).toEqual({ id: 1, title: 'task 1', state: 'open' });
    expect(await versionsOf(`${appId}-ann-1`)).toEqual(['1 current', '2']);
    expect((await replayed(appId, second, source)).state).toBe('NEEDS_ACTION');
    expect((await replayed(appId, first, source)).state).toBe('CLEAN');
    const { body: listed } = await api('GET', `/api/replays/${planId}/accept`);
    expect(listed.items).toMatchObject([{ at: accepted.body.at, accepted: 6, version: 2, note: 'build 2' }]);
    expect(listed.items[0].undone).not.toBeNull();
    const { body: audit } = await api('GET', '/api/audit?limit=50');
    const named = audit.items.map(({ action, subject, about }: Record<string, Record<string, unknown>>) => [
      action,
      subject?.appId,
      about,
    ]);
    expect(named).toContainEqual(['recordings.accepted', appId, '6 recordings, version 2']);
    expect(named).toContainEqual(['recordings.accept-undone', appId, '6 recordings']);
  });

  test('a version from another run is not replaced by what this one answered', async () => {
    await record('twice');
    const { planId } = await replayed('twice', second);
    const { planId: other } = await replayed('twice', second);
    expect((await accept(planId, all(planId))).body.accepted).toHaveLength(6);
    const again = await accept(other, all(other));
    expect([again.body.accepted, new Set(again.body.leftOut.map((one: { reason: string }) => one.reason))]).toEqual([
      [],
      new Set(['OTHER_VERSION']),
    ]);
    const restored = await api('POST', '/api/recorder/cases/twice-ann-1/versions/1/restore');
    expect(restored.body).toEqual({ caseId: 'twice-ann-1', version: 1 });
    expect((await accept(other, all(other))).body.accepted).toMatchObject([{ caseId: 'twice-ann-1', version: 3 }]);
  });
});

describe('what is never accepted', () => {
  test('of all that is expected: requests with a finding that is not', async () => {
    await record('expected');
    const { planId } = await replayed('expected', second);
    const none = await accept(planId, { expected: true });
    expect([none.status, none.body.accepted, none.body.leftOut]).toEqual([200, [], []]);
    const finding = { kind: 'FIELD_VALUE', subject: 'state' };
    expect((await api('POST', '/api/apps/expected/expectations', { planId, finding, change: 'any' })).status).toBe(201);
    expect((await accept(planId, { expected: true })).body.accepted).toEqual([]);
    const other = await accept(planId, { finding });
    expect(new Set(other.body.leftOut.map((one: { reason: string }) => one.reason))).toEqual(
      new Set(['OTHER_FINDING']),
    );
    const links = { kind: 'NEW_FIELD', subject: 'links' };
    expect((await accept(planId, { finding: links })).body.accepted).toHaveLength(6);
    // What was expected of the first version covers nothing of the second one.
    expect((await replayed('expected', second)).state).toBe('CLEAN');
    const old = await replayed('expected', first);
    expect(old.state).toBe('NEEDS_ACTION');
    const third = await replayed('expected', (task) => {
      const { body } = second(task);
      return { body: { ...body, state: 'gone' } };
    });
    expect(third.state).toBe('NEEDS_ACTION');
  });

  test('marked requests are accepted as expected', async () => {
    await record('marked');
    const { planId } = await replayed('marked', second);
    await api('POST', `/api/replays/${planId}/marks`, { planItemIds: [`${planId}:1`] });
    const preview = await api('POST', `/api/replays/${planId}/accept/preview`, { expected: true });
    expect(preview.body.accepts).toBe(1);
    const endpoint = await api('POST', `/api/replays/${planId}/accept/preview`, {
      expected: true,
      operations: ['/other'],
    });
    expect(endpoint.body.accepts).toBe(0);
  });

  test('server errors without force', async () => {
    await record('errors');
    const { planId } = await replayed('errors', (task) =>
      task.title === 'task 1' ? { status: 500, body: { message: 'oops' } } : first(task),
    );
    const preview = await api('POST', `/api/replays/${planId}/accept/preview`, all(planId));
    // The two reads of the task that was not made.
    expect(preview.body.accepts).toBe(2);
    const reasons = preview.body.leftOut.map((one: { reason: string }) => one.reason);
    expect(reasons.toSorted()).toEqual(['SERVER_ERROR', 'UNCHANGED', 'UNCHANGED', 'UNCHANGED']);
    expect(preview.body.changes).toContainEqual(
      expect.objectContaining({ kind: 'SERVER_ERROR', subject: '500', recorded: '201', leftOut: 'SERVER_ERROR' }),
    );
    const forced = await accept(planId, { requests: [`${planId}:0`], force: true });
    expect(forced.body.accepted).toHaveLength(1);
    expect((await api('GET', '/api/recorder/cases/errors-ann-0')).body).toMatchObject({
      status: 500,
      response: { status: 500, body: '{"message":"oops"}' },
    });
  });

  test('of a target that did not answer', async () => {
    await record('gone');
    const targetEnv = `http://127.0.0.1:${await freePort()}`;
    const { planId } = (await api('POST', '/openapi/v1/replay-triggers', { appId: 'gone', targetEnv })).body;
    await completed(service.url, planId);
    const answer = await accept(planId, { ...all(planId), force: true });
    expect(answer.body.accepted).toEqual([]);
    expect(answer.body.leftOut.map((one: { reason: string }) => one.reason)).toEqual(Array(6).fill('NO_RESPONSE'));
    expect(await versionsOf('gone-ann-0')).toEqual(['1 current']);
  });

  test('of a run whose target was unwell', async () => {
    const lines = ['/a', '/b', '/c'].map((path) => JSON.stringify(recordedGet('unwell', path, { ok: true })));
    await api('POST', '/api/recorder/cases', lines.join('\n'));
    const target = await openTarget((_, response) => json(response, { message: 'overloaded' }, 503));
    targets.push(target);
    const { body } = await api('POST', '/openapi/v1/replay-triggers', { appId: 'unwell', targetEnv: target.url });
    await completed(service.url, body.planId);
    for (const path of ['accept', 'accept/preview']) {
      const choice = { requests: [`${body.planId}:0`], force: true };
      const refused = await api('POST', `/api/replays/${body.planId}/${path}`, choice);
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'ENVIRONMENT_FAILURE']);
    }
  });
});
