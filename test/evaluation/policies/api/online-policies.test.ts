import { describe, expect, test } from 'vitest';
import { digest, HOUR, onlinePolicyApi, PATH } from './online-policy-api.ts';

const api = onlinePolicyApi();
const { caller, send, policy, made, patch, answers, resolved } = api;

describe('POST online-policies (evaluation 3.13)', () => {
  test('returns 201 with all members that the service adds, its address, and its version as ETag', async () => {
    const answer = await send('POST', PATH, policy());
    expect(answer.status).toBe(201);
    const { policy_id, policy_version } = answer.body;
    expect(answer.headers.get('location')).toBe(`${PATH}/${policy_id}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    const now = api.stage.clock.now;
    expect(answer.body).toMatchObject({
      policy_id: expect.stringMatching(/^pol_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'orders',
      enabled: true,
      version: 1,

      policy_version: expect.stringMatching(/^sha256:/),
      status: 'active',
      paused_reason: null,
      sampling: { strategy: 'stable_hash', rate: 0.02, salt: null, effective_salt: policy_version },
      exclusions: [{ key: 'eval.execution', equals: 'true' }],
      watermark_at: new Date(now).toISOString(),
      next_run_at: new Date(now + HOUR + 120_000).toISOString(),
    });
    expect((await send('GET', `${PATH}/${policy_id}`)).body).toEqual(answer.body);
    expect((await send('GET', PATH)).body.data).toEqual([answer.body]);
  });

  test.for<[string, Record<string, unknown>, number, string, string?]>([
    ['rate 0', { sampling: { rate: 0 } }, 422, 'validation_failed', '#/sampling/rate'],
    ['no filter', { filter: undefined }, 422, 'validation_failed', '#/filter'],
    ['an invalid digest', { workflow_version_digest: 'x' }, 422, 'invalid_digest', '#/workflow_version_digest'],
    ['a live workflow', { allow_live: false }, 422, 'validation_failed', '#/allow_live'],
    ['a workflow that was never resolved', { workflow_version_digest: digest('9') }, 404, 'workflow_version_not_found'],
  ])('refuses %s: %3$i %4$s', async ([, change, status, code, pointer]) => {
    const answer = await send('POST', PATH, policy(change));
    expect(answers(answer)).toEqual([status, code]);
    expect(answer.body.errors?.[0]?.pointer).toBe(pointer);
    expect((await send('GET', PATH)).body.data).toEqual([]);
  });

  test('refuses a name that another policy has', async () => {
    const first = await made();
    expect(answers(await send('POST', PATH, policy()))).toEqual([409, 'name_conflict']);
    const second = await made({ name: 'other' });
    expect(answers(await patch(second.policy_id, { name: 'orders' }, '"1"'))).toEqual([409, 'name_conflict']);
    await patch(first.policy_id, { name: 'first' }, '"1"');
    expect((await patch(second.policy_id, { name: 'orders' }, '"1"')).status).toBe(200);
    await send('DELETE', `${PATH}/${second.policy_id}`);
    expect((await send('POST', PATH, policy())).status).toBe(201);
  });

  test('refuses more than 20 active ones and 100 in all, also in concurrent requests', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `policy ${index}`);
    const statuses = await Promise.all(names.map(async (name) => answers(await send('POST', PATH, policy({ name })))));
    expect(statuses.filter(([status]) => status === 201)).toHaveLength(20);
    expect(statuses.filter(([, code]) => code === 'limit_reached')).toHaveLength(5);
    for (let index = 20; index < 100; index++) {
      api.stage.clock.now += 1000;
      expect((await send('POST', PATH, policy({ name: `off ${index}`, enabled: false }))).status).toBe(201);
    }
    expect(answers(await send('POST', PATH, policy({ name: 'one more', enabled: false })))).toEqual([
      409,
      'limit_reached',
    ]);
    const { data } = (await send('GET', `${PATH}?limit=100`)).body;
    expect(data).toHaveLength(100);
    const isOff = ({ status }: { status: string }) => status === 'inactive';
    const off = data.find(isOff).policy_id;
    expect(answers(await patch(off, { enabled: true }, '"1"'))).toEqual([409, 'limit_reached']);
    await send('DELETE', `${PATH}/${data.find((one: { status: string }) => !isOff(one)).policy_id}`);
    expect((await patch(off, { enabled: true }, '"1"')).status).toBe(200);
  });
});

describe.each(['constructor', 'prototype'])('a policy with the tag %s', (name) => {
  const tags = JSON.parse(`{"tier":"gold","${name}":"x"}`);
  test.for<[string, object, string]>([
    ['in the filter', { app_id: 'shop', ...tags }, `#/filter/${name}`],
    ['in case_tags', { app_id: 'shop', case_tags: tags }, `#/filter/case_tags/${name}`],
  ])('is refused if the tag is %s', async ([, filter, pointer]) => {
    const { policy_id } = await made();
    for (const answer of [
      await send('POST', PATH, policy({ name: 'tagged', filter })),
      await patch(policy_id, { filter }, '"1"'),
    ])
      expect([...answers(answer), answer.body.errors]).toEqual([
        ...[422, 'validation_failed'],
        [{ pointer, code: 'validation_failed', detail: 'is not a tag name' }],
      ]);
  });
});

describe('a policy with a member __proto__', () => {
  test.for(['{"filter":{"app_id":"shop","__proto__":"x"}}', '{"name":"b","__proto__":{}}'])(
    'is refused while its body is parsed: %s',
    async (sent) => {
      const { policy_id } = await made();
      for (const answer of [
        await send('POST', PATH, { ...policy({ name: 'tagged' }), ...JSON.parse(sent) }),
        await patch(policy_id, JSON.parse(sent), '"1"'),
      ])
        expect([...answers(answer), answer.body.detail]).toEqual([
          ...[422, 'validation_failed', 'the body sets a prototype'],
        ]);
    },
  );
});

describe('PATCH online-policies/{id} (evaluation 3.13, 5.2)', () => {
  test('requires the version that it changes', async () => {
    const { policy_id } = await made();
    expect(answers(await patch(policy_id, { name: 'b' }))).toEqual([428, 'precondition_required']);
    for (const other of ['"2"', '1', '*', ''])
      expect(answers(await patch(policy_id, { name: 'b' }, other)), other).toEqual([412, 'policy_version_conflict']);
    expect((await patch(policy_id, { name: 'b' }, '"1"')).status).toBe(200);
  });

  test('refuses one of two concurrent changes', async () => {
    const { policy_id } = await made();
    const both = await Promise.all([60, 120].map((every_s) => patch(policy_id, { schedule: { every_s } }, '"1"')));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('merges: null removes a member, and the others stay', async () => {
    const { policy_id, ...before } = await made({ filter: { app_id: 'shop', case_tags: { tier: 'gold', a: 'b' } } });
    const answer = await patch(policy_id, { filter: { case_tags: { a: null } }, sampling: { salt: 'mine' } }, '"1"');
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body).toMatchObject({
      filter: { app_id: 'shop', case_tags: { tier: 'gold' } },
      sampling: { ...before.sampling, salt: 'mine', effective_salt: 'mine' },
      version: 2,
      name: 'orders',
      schedule: before.schedule,
      watermark_at: before.watermark_at,
    });
    const { data } = (await send('GET', `${PATH}/${policy_id}/versions`)).body;
    expect(data.map(({ version, policy_version }: Record<string, unknown>) => [version, policy_version])).toEqual([
      ...[
        [2, answer.body.policy_version],
        [1, before.policy_version],
      ],
    ]);
    expect(data[1].filter.case_tags).toEqual({ tier: 'gold', a: 'b' });
  });

  test('changes a member although another one has any name', async () => {
    const { policy_id } = await made();
    for (const [name, tag] of [
      ['constructor', 'a'],
      ['hasOwnProperty', 'hasOwnProperty'],
      ['toJSON', 'toJSON'],
    ] as const) {
      const sent = `{"${name}":{},"filter":{"${tag}":"a","gone":null},"name":"${name}"}`;
      const { status, body } = await patch(
        policy_id,
        JSON.parse(sent),
        (await send('GET', `${PATH}/${policy_id}`)).headers.get('etag') ?? '',
      );
      expect([status, body.name], name).toEqual([200, name]);
    }
  });

  test('keeps the version for a new name and for the switch', async () => {
    const { policy_id, policy_version } = await made();
    const answer = await patch(policy_id, { name: 'b', enabled: false }, '"1"');
    expect(answer.body).toMatchObject({ name: 'b', version: 1, policy_version, status: 'inactive', next_run_at: null });
    api.stage.clock.now += HOUR;
    const { body } = await patch(policy_id, { enabled: true }, '"1"');
    expect(body).toMatchObject({ status: 'active', watermark_at: new Date(api.stage.clock.now).toISOString() });
  });

  test('changes nothing if the change is unusable', async () => {
    const { policy_id, ...before } = await made();
    const answer = await patch(policy_id, { filter: null }, '"1"');
    expect([...answers(answer), answer.body.errors[0].pointer]).toEqual([422, 'validation_failed', '#/filter']);
    expect(answers(await patch(policy_id, { allow_live: false }, '"1"'))).toEqual([422, 'validation_failed']);
    expect((await send('GET', `${PATH}/${policy_id}`)).body).toMatchObject(before);
  });
});

describe('DELETE online-policies/{id} (evaluation 3.13)', () => {
  test('returns 204, and the history of the policy stays', async () => {
    const { policy_id } = await made();
    expect((await send('DELETE', `${PATH}/${policy_id}`)).status).toBe(204);
    expect(answers(await send('DELETE', `${PATH}/${policy_id}`))).toEqual([404, 'not_found']);
    expect(answers(await send('GET', `${PATH}/${policy_id}`))).toEqual([404, 'not_found']);
    expect(answers(await patch(policy_id, { enabled: true }, '"1"'))).toEqual([404, 'not_found']);
    expect((await send('GET', PATH)).body.data).toEqual([]);
    expect((await send('GET', `${PATH}/${policy_id}/versions`)).body.data).toHaveLength(1);
    for (const part of ['executions', 'backfills'])
      expect((await send('GET', `${PATH}/${policy_id}/${part}`)).status).toBe(200);
  });
});

describe('the audit log of policies', () => {
  test('says who created, changed and deleted a policy, and nothing of refused requests', async () => {
    const { policy_id } = await made();
    await made({ name: 'orders' });
    await patch(policy_id, { enabled: false }, '"1"');
    await patch(policy_id, { enabled: true }, '"7"');
    await send('DELETE', `${PATH}/${policy_id}`);
    await send('DELETE', `${PATH}/${policy_id}`);
    const { items } = (await api.stage.call('GET', '/api/audit', undefined, api.stage.asAdmin)).body;
    const subject = { policyId: policy_id };
    expect(items).toHaveLength(3);
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ who: 'admin-key', action: 'policy.deleted', subject }),
        expect.objectContaining({ action: 'policy.changed', subject: { ...subject, version: 1 } }),
        expect.objectContaining({ action: 'policy.created', subject }),
      ]),
    );
  });
});

describe('another tenant (evaluation 3.2)', () => {
  test('finds nothing under these ids, changes nothing, and may use the same names', async () => {
    const { policy_id } = await made();
    const own = `${PATH}/${policy_id}`;
    const window = {
      from: new Date(api.stage.clock.now - HOUR).toISOString(),
      to: new Date(api.stage.clock.now).toISOString(),
    };
    const { backfill_id } = (await send('POST', `${own}/backfills`, { ...window, max_targets: 1 })).body;
    const before = [(await send('GET', own)).body, (await send('GET', `${own}/backfills`)).body];

    const ours = caller.headers;
    caller.headers = { 'x-api-key': await api.stage.keyOf('shop-eu', 'eval:read', 'eval:policy', 'eval:run') };
    const requests: [string, string, unknown?][] = [
      ...(
        [
          ['GET', own],
          ['DELETE', own],
          ['PATCH', own, { name: 'b' }],
        ] as const
      ).map((one) => [...one] as [string, string, unknown?]),
      ...['versions', 'executions', 'backfills'].map((part): [string, string] => ['GET', `${own}/${part}`]),
      ['POST', `${own}/run`, window],
      ['POST', `${own}/backfills`, { ...window, max_targets: 1 }],
      ['POST', `${own}/backfills/${backfill_id}/cancel`],
    ];
    for (const [method, path, body] of requests)
      expect(answers(await send(method, path, body, { 'if-match': '"1"' })), `${method} ${path}`).toEqual([
        404,
        'not_found',
      ]);
    expect((await send('GET', PATH)).body.data).toEqual([]);
    expect(answers(await send('POST', PATH, policy()))).toEqual([404, 'workflow_version_not_found']);
    caller.workflow = await resolved();
    expect((await send('POST', PATH, policy())).status).toBe(201);

    caller.headers = ours;
    expect([(await send('GET', own)).body, (await send('GET', `${own}/backfills`)).body]).toEqual(before);
  });
});
