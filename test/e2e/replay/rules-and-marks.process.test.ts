import { describe, expect, test } from 'vitest';
import { changingBuild, found, stays } from '../../support/fakes/changing-build.ts';
import { call, completed } from '../../support/running-service.ts';

const { stage, get, post, addRule, replayed, foundIn } = changingBuild();

describe('a mark (interface 10)', () => {
  test('removes a request from findings at once without other changes, and returns it when removed', async () => {
    const planId = await replayed('marked', { '/m/1': [{ a: 1 }, { a: 2 }], '/m/2': [{ b: 1 }, { b: 2 }] });
    const before = await completed(stage.service.url, planId);
    expect(found(before)).toEqual(['FIELD_VALUE a', 'FIELD_VALUE b']);
    const { items } = (await get(`/api/replays/${planId}/cases`)).body;
    const [item] = items;
    const path = `/api/replays/${planId}/cases/${item.planItemId}`;

    const marked = await post(`${path}/mark`, { comment: 'as agreed' });
    expect(marked).toMatchObject({
      status: 200,
      body: { planItemId: item.planItemId, marked: true, mark: { comment: 'as agreed', markedBy: 'admin-key' } },
    });
    expect((await post(`${path}/mark`)).body).toEqual(marked.body);
    const after = await completed(stage.service.url, planId);
    expect(found(after)).toHaveLength(1);
    expect(stays(after)).toEqual(stays(before));
    expect(
      (await get(`/api/replays/${planId}/cases`)).body.items.map((one: { marked: boolean }) => one.marked),
    ).toEqual(items.map((one: { planItemId: string }) => one.planItemId === item.planItemId));
    expect((await get(path)).body).toMatchObject({ state: 'FAILED', marked: true, mark: marked.body.mark });

    expect((await call(stage.service.url, 'DELETE', `${path}/mark`)).body).toMatchObject({ marked: false });
    expect((await call(stage.service.url, 'DELETE', `${path}/mark`)).status).toBe(200);
    expect((await completed(stage.service.url, planId)).findings).toEqual(before.findings);
    expect((await get(path)).body).toMatchObject({ marked: false, mark: null });
    const audit: { action: string; subject: object }[] = (await get('/api/audit')).body.items;
    expect(audit.filter(({ action }) => action.startsWith('mark.'))).toEqual(
      ['mark.removed', 'mark.set'].map((action) =>
        expect.objectContaining({
          who: 'admin-key',
          action,
          subject: { appId: expect.any(String), planItemId: item.planItemId },
        }),
      ),
    );
  });

  test('follows its request when rules move it to another cluster', async () => {
    const planId = await replayed('moved', {
      '/v': [
        { a: 1, b: 1 },
        { a: 2, b: 1.05 },
      ],
    });
    await post(`/api/replays/${planId}/cases/${planId}:0/mark`);
    expect(await foundIn(planId)).toEqual([]);
    await addRule('moved', { kind: 'tolerance', path: 'b', tolerance: { absolute: 0.1 } });
    expect(await foundIn(planId)).toEqual([]);
    await call(stage.service.url, 'DELETE', `/api/replays/${planId}/cases/${planId}:0/mark`);
    expect(await foundIn(planId)).toEqual(['FIELD_VALUE a']);
  });

  test.for([
    [404, 'NOT_FOUND', ':9', {}],
    [400, 'INVALID_MARK', ':0', { comment: 'x'.repeat(2001) }],
    [400, 'INVALID_MARK', ':0', { comment: 7 }],
    [200, undefined, ':0', { comment: 'x'.repeat(2000) }],
  ] as const)('gives %i %s', async ([status, errorCode, item, body]) => {
    const planId = await replayed('refused-marks', { '/r': [{ a: 1 }, { a: 2 }] });
    const answer = await post(`/api/replays/${planId}/cases/${planId}${item}/mark`, body);
    expect([answer.status, answer.body.errorCode]).toEqual([status, errorCode]);
  });
});

describe('a rule that looks at values, added after a run (interface 11)', () => {
  const list = (...ids: number[]) => ids.map((id) => ({ id, n: id * 10 }));

  test.for([
    [
      'tolerance',
      { a: 1, keep: 1 },
      { a: 1.01, keep: 2 },
      { path: 'a', tolerance: { absolute: 0.1 } },
      'FIELD_VALUE a',
    ],
    [
      'time-tolerance',
      { a: '2026-01-01T00:00:00Z', keep: 1 },
      { a: '2026-01-01T00:00:01Z', keep: 2 },
      { path: 'a', tolerance: { ms: 2000 } },
      'FIELD_VALUE a',
    ],
    ['ignore-order', { a: [1, 2, 3], keep: 1 }, { a: [3, 1, 2], keep: 2 }, { path: 'a' }, 'ARRAY_ORDER a'],
    ['ignore-case', { a: 'X', keep: 1 }, { a: 'x', keep: 2 }, { path: 'a' }, 'FIELD_VALUE a'],
    ['null-is-absent', { a: null, keep: 1 }, { keep: 2 }, { path: 'a' }, 'FIELD_MISSING a'],
    ['ignore', { a: [1, 2], keep: 1 }, { a: [1, 3], keep: 2 }, { path: 'a[1]' }, 'FIELD_VALUE a[*]'],
  ] as const)(
    'applies at the next query, and no longer after its deletion: %s',
    async ([kind, recorded, answer, rule, difference]) => {
      const appId = `late-${kind}`;
      const planId = await replayed(appId, { [`/${kind}`]: [recorded, answer] });
      const before = await completed(stage.service.url, planId);
      expect(found(before).toSorted()).toEqual([difference, 'FIELD_VALUE keep'].toSorted());
      const sent = stage.target.seen.length;

      const { ruleId } = await addRule(appId, { kind, ...rule });
      const after = await completed(stage.service.url, planId);
      expect(found(after)).toEqual(['FIELD_VALUE keep']);
      expect(stays(after)).toEqual(stays(before));
      expect((await get(`/api/replays/${planId}`)).body.rulesPending).toBe(false);
      const one = (await get(`/api/replays/${planId}/cases/${planId}:0`)).body;
      expect(one.differences.map(({ rule: by }: { rule: string | null }) => by).toSorted()).toContain(ruleId);

      await call(stage.service.url, 'DELETE', `/api/apps/${appId}/compare-rules/${ruleId}`);
      expect((await completed(stage.service.url, planId)).findings).toEqual(before.findings);
      expect(stage.target.seen.length).toBe(sent);
    },
  );

  test('pairs reordered and changed elements as array-key, and ignores their order', async () => {
    const recorded = { a: [...list(1, 2, 3)] };
    const answer = { a: [{ id: 3, n: 99 }, ...list(1, 2)] };
    const planId = await replayed('late-array-key', { '/keys': [recorded, answer] });
    expect((await foundIn(planId)).toSorted()).toEqual(['ARRAY_ORDER a', 'FIELD_VALUE a[*].n']);
    await addRule('late-array-key', { kind: 'array-key', path: 'a', keys: ['id'] });
    expect(await foundIn(planId)).toEqual(['FIELD_VALUE a[*].n']);
  });

  test('applies to headers if the application compares them, with built-in rules that can be switched off', async () => {
    const headers = {
      response: {
        status: 200,
        headers: [
          ['content-type', 'application/json'],
          ['x-build', 'one'],
          ['date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
        ],
        body: '{"a":1}',
        bodyEncoding: 'utf8',
      },
    };
    const planId = await replayed('headers', { '/h': [{ a: 1 }, { a: 1 }] }, headers);
    expect(await foundIn(planId)).toEqual([]);
    const change = (settings: Record<string, unknown>) =>
      call(stage.service.url, 'PUT', '/api/apps/headers/settings', settings);
    await change({ furtherHeaders: ['X-Build'] });
    expect(await foundIn(planId)).toEqual(["FIELD_VALUE @headers['x-build']"]);
    await change({ furtherHeaders: [] });
    expect(await foundIn(planId)).toEqual([]);
    await change({ compareHeaders: true });
    expect(await foundIn(planId)).toEqual(["FIELD_VALUE @headers['x-build']"]);
    await change({ builtInRules: { 'built-in-date': false } });
    expect((await foundIn(planId)).toSorted()).toEqual([
      'FIELD_VALUE @headers.date',
      "FIELD_VALUE @headers['x-build']",
    ]);
    const { items } = (await get('/api/apps/headers/compare-rules')).body;
    expect(items.filter(({ ruleId }: { ruleId: string }) => /-(date|age)$/.test(ruleId))).toMatchObject([
      { ruleId: 'built-in-date', kind: 'ignore', target: 'response-headers', origin: 'built-in', enabled: false },
      { ruleId: 'built-in-age', enabled: true },
    ]);
    await addRule('headers', { kind: 'ignore', target: 'response-headers', path: "$['x-build']" });
    expect(await foundIn(planId)).toEqual(['FIELD_VALUE @headers.date']);
  });
});

describe('the recompare of a run (interface 10)', () => {
  test('answers 202, sends nothing, and keeps verdict, counts and pass rate', async () => {
    const planId = await replayed('asked', { '/asked': [{ a: 1 }, { a: 2 }] });
    const before = await completed(stage.service.url, planId);
    const sent = stage.target.seen.length;
    expect(await post(`/api/replays/${planId}/recompare`)).toMatchObject({ status: 202, body: { planId, round: 1 } });
    await expect.poll(() => stage.service.output()).toContain('recompare ended');
    expect(await completed(stage.service.url, planId)).toEqual(before);
    expect(stage.target.seen.length).toBe(sent);
    expect((await post('/api/replays/000000000000000000000000/recompare')).status).toBe(404);
  });
});
