import { describe, expect, test } from 'vitest';
import { json, recordedGet } from '../support/recorded-target.ts';
import { call, completed } from '../support/running-service.ts';
import { staged } from '../support/staged.ts';

/** What the target answers now, by path; a build that changes. */
const answers = new Map<string, unknown>();

const stage = staged(({ url }, response) => {
  response.setHeader('x-build', 'two');
  json(response, answers.get(url) ?? {});
});

const get = (path: string) => call(stage.service.url, 'GET', path);
const post = (path: string, body?: unknown) => call(stage.service.url, 'POST', path, body);
const addRule = async (appId: string, rule: object) => (await post(`/api/apps/${appId}/compare-rules`, rule)).body;

/** Records a GET per path, answers as the new build does, replays and waits; recorded and replayed answers by path. */
async function replayed(appId: string, pairs: Record<string, [recorded: unknown, replayed: unknown]>, more = {}) {
  const cases = Object.entries(pairs).map(([path, [recorded]]) => recordedGet(appId, path, recorded, more));
  for (const [path, [, answer]] of Object.entries(pairs)) answers.set(path, answer);
  await post('/api/recorder/cases', cases);
  return again(appId);
}

async function again(appId: string): Promise<string> {
  const { planId } = (await post('/openapi/v1/replay-triggers', { appId, targetEnv: stage.target.url })).body;
  await completed(stage.service.url, planId);
  return planId;
}

const found = ({ findings }: { findings: { needsAction: Entry[]; toReview: Entry[] } }) =>
  [...findings.needsAction, ...findings.toReview].flatMap(({ kind, subjects }) =>
    subjects.map((subject) => `${kind} ${subject}`),
  );
interface Entry {
  kind: string;
  subjects: string[];
}
const foundIn = async (planId: string) => found(await completed(stage.service.url, planId));
const stays = ({ verdict, passRate, totalCases, successCases, failedCases }: Record<string, unknown>) => ({
  verdict,
  passRate,
  totalCases,
  successCases,
  failedCases,
});

describe('marks (interface 10)', () => {
  test('a marked request leaves findings at once and nothing else moves; unmarking brings it back', async () => {
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
        expect.objectContaining({ who: 'admin-key', action, subject: { planItemId: item.planItemId } }),
      ),
    );
  });

  test('a mark follows its request when rules move it to another cluster', async () => {
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
  ] as const)('%i %s', async ([status, errorCode, item, body]) => {
    const planId = await replayed('refused-marks', { '/r': [{ a: 1 }, { a: 2 }] });
    const answer = await post(`/api/replays/${planId}/cases/${planId}${item}/mark`, body);
    expect([answer.status, answer.body.errorCode]).toEqual([status, errorCode]);
  });
});

describe('rules that look at values, added after a run (interface 11)', () => {
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
    '%s shows at the next query, and its deletion brings the difference back',
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

  test('array-key pairs elements that were reordered and changed', async () => {
    const recorded = { a: [...list(1, 2, 3)] };
    const answer = { a: [{ id: 3, n: 99 }, ...list(1, 2)] };
    const planId = await replayed('late-array-key', { '/keys': [recorded, answer] });
    const before = await foundIn(planId);
    await addRule('late-array-key', { kind: 'array-key', path: 'a', keys: ['id'] });
    await addRule('late-array-key', { kind: 'ignore-order', path: 'a' });
    expect(await foundIn(planId)).toEqual(['FIELD_VALUE a[*].n']);
    expect(before).not.toEqual(['FIELD_VALUE a[*].n']);
  });

  test('headers count where the application compares them, but for what always differs; each built-in rule can be switched off', async () => {
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
    await call(stage.service.url, 'PUT', '/api/apps/headers/settings', { compareHeaders: true });
    expect(await foundIn(planId)).toEqual(["FIELD_VALUE @headers['x-build']"]);
    await call(stage.service.url, 'PUT', '/api/apps/headers/settings', { builtInRules: { 'built-in-date': false } });
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

describe('recompare (interface 10)', () => {
  test('answers 202, sends nothing and leaves verdict, counts and pass rate', async () => {
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

describe('changes between runs', () => {
  test('new, gone and unchanged since the run before, or since any other of the application', async () => {
    const first = await replayed('builds', {
      '/b': [
        { a: 1, b: 1, c: 1 },
        { a: 2, b: 2, c: 1 },
      ],
    });
    expect((await get(`/api/replays/${first}/changes`)).body).toMatchObject({
      planId: first,
      since: null,
      new: [{ subject: 'a' }, { subject: 'b' }],
      gone: [],
      unchanged: [],
    });
    answers.set('/b', { a: 2, b: 1, c: 2 });
    const second = await again('builds');
    const row = (subject: string) => ({
      group: 'needsAction',
      kind: 'FIELD_VALUE',
      subject,
      operationName: '/b',
      affectedRequests: 1,
      totalRequests: 1,
    });
    const expected = { planId: second, since: first, new: [row('c')], gone: [row('b')], unchanged: [row('a')] };
    expect((await get(`/api/replays/${second}/changes`)).body).toEqual(expected);
    expect((await get(`/api/replays/${second}/changes?since=${first}`)).body).toEqual(expected);
    const other = await replayed('other-builds', { '/ob': [{}, {}] });
    expect((await get(`/api/replays/${second}/changes?since=${other}`)).body.errorCode).toBe('INVALID_QUERY');
    expect((await get(`/api/replays/${second}/changes?since=000000000000000000000000`)).status).toBe(404);
  });

  test('the newest earlier CLEAN run comes before newer ones that were not', async () => {
    await post('/api/config/schedule/modify/UPDATE', { appId: 'cleaner', mainOperations: ['/c'] });
    const clean = await replayed('cleaner', { '/c': [{ a: 1 }, { a: 1 }] });
    expect((await completed(stage.service.url, clean)).findings.state).toBe('CLEAN');
    answers.set('/c', { a: 2 });
    const broken = await again('cleaner');
    const latest = await again('cleaner');
    expect((await get(`/api/replays/${broken}/changes`)).body.since).toBe(clean);
    expect((await get(`/api/replays/${latest}/changes`)).body).toMatchObject({ since: clean, new: [{ subject: 'a' }] });
  });
});

describe('rules API (interface 11)', () => {
  test.for([
    ['ignore', { kind: 'ignore', path: 'a' }],
    ['tolerance', { kind: 'tolerance', path: 'b', tolerance: { relative: 0.5 } }],
    ['include-only', { kind: 'include-only', path: 'a' }],
    ['array-key', { kind: 'array-key', path: 'l', keys: ['n'] }],
    ['headers', { kind: 'include-only', target: 'response-headers', path: "$['x-build']" }],
  ] as const)('a preview of %s tells what saving then does', async ([name, rule]) => {
    const appId = `preview-${name}`;
    const l = [
      { slot: 'p', n: 1, m: 1 },
      { slot: 'q', n: 2, m: 2 },
    ];
    const recorded = { a: 1, b: 10, l };
    const answer = {
      a: 2,
      b: 11,
      l: [
        { slot: 'q', n: 2, m: 8 },
        { slot: 'p', n: 5, m: 6 },
      ],
    };
    const headers = [
      ['content-type', 'application/json'],
      ['x-build', 'one'],
    ];
    const response = { status: 200, headers, body: JSON.stringify(recorded), bodyEncoding: 'utf8' };
    const planId = await replayed(appId, { [`/${appId}`]: [recorded, answer] }, { response });
    const before = await foundIn(planId);
    const preview = await post(`/api/apps/${appId}/compare-rules/preview?planId=${planId}`, rule);
    expect(preview.status).toBe(200);
    expect(await foundIn(planId)).toEqual(before);
    await addRule(appId, rule);
    const after = await completed(stage.service.url, planId);
    const { body } = preview;
    expect(body).toMatchObject({ requests: 1, cut: false, before: { state: 'NEEDS_ACTION' } });
    expect(body.after).toMatchObject({
      state: after.findings.state,
      needsActionInterfaces: after.findings.needsActionInterfaces,
      toReviewInterfaces: after.findings.toReviewInterfaces,
      excludedFieldCount: after.findings.excludedFieldCount,
    });
    const told = (rows: { kind: string; subject: string }[]) => rows.map(({ kind, subject }) => `${kind} ${subject}`);
    const left = new Set([...before, ...told(body.added)].filter((one) => !told(body.removed).includes(one)));
    expect([...left].toSorted()).toEqual(found(after).toSorted());
    expect(body.removed.length + body.added.length).toBeGreaterThan(0);
  });

  test('a preview of another application, of no run or of no rule is refused', async () => {
    const planId = await replayed('refused', { '/refused': [{}, {}] });
    const preview = (appId: string, of: string, rule: object) =>
      post(`/api/apps/${appId}/compare-rules/preview?planId=${of}`, rule);
    expect((await preview('other', planId, { kind: 'ignore', path: 'a' })).body.errorCode).toBe('INVALID_QUERY');
    expect((await preview('refused', 'x', { kind: 'ignore', path: 'a' })).status).toBe(404);
    expect((await preview('refused', planId, { kind: 'ignore' })).body.errorCode).toBe('INVALID_RULE');
  });

  test('what is exported can be imported: the same rules under the same ids, made by whoever brings them in', async () => {
    await addRule('source', { kind: 'ignore', path: 'a', comment: 'why' });
    await addRule('source', { kind: 'array-key', path: 'l', keys: ['id', 'at.sku'], operation: '/o' });
    const document = (await get('/api/apps/source/compare-rules/export')).body;
    expect(document).toMatchObject({ version: 1, rules: [{ createdAt: expect.stringMatching(/Z$/) }, {}] });
    const into = '/api/apps/copy/compare-rules/import';
    expect((await post(into, document)).body).toEqual({ added: 2, replaced: 0 });
    const made = { createdBy: 'admin-key', createdAt: expect.stringMatching(/Z$/), origin: 'person' };
    expect((await get('/api/apps/copy/compare-rules/export')).body).toEqual({
      version: 1,
      rules: document.rules.map((rule: object) => ({ ...rule, ...made })),
    });
    const changed = {
      ...document,
      rules: [
        { ...document.rules[0], comment: 'because' },
        { kind: 'ignore', path: 'new' },
      ],
    };
    expect((await post(into, changed)).body).toEqual({ added: 1, replaced: 1 });
    expect((await get('/api/apps/copy/compare-rules/export')).body.rules).toHaveLength(3);
  });

  test('an import is all or nothing', async () => {
    const rule = { ruleId: 'r', kind: 'ignore', path: 'a' };
    for (const [body, errorCode] of [
      [{ version: 2, rules: [rule] }, 'INVALID_IMPORT'],
      [{ version: 1 }, 'INVALID_IMPORT'],
      [{ version: 1, rules: [rule, rule] }, 'INVALID_IMPORT'],
      [{ version: 1, rules: [{ ...rule, ruleId: 'built-in-date' }] }, 'INVALID_IMPORT'],
      [{ version: 1, rules: [rule, { kind: 'ignore', path: '$[' }] }, 'INVALID_RULE'],
      [{ version: 1, rules: [rule, null] }, 'INVALID_RULE'],
    ]) {
      expect((await post('/api/apps/nothing/compare-rules/import', body)).body.errorCode).toBe(errorCode);
    }
    expect((await get('/api/apps/nothing/compare-rules/export')).body.rules).toEqual([]);
  });

  test('an application has at most 1,000 rules', async () => {
    const rules = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ ruleId: `r${n}`, kind: 'ignore', path: `f${n}` }));
    const into = '/api/apps/full/compare-rules/import';
    expect((await post(into, { version: 1, rules: rules(1001) })).status).toBe(409);
    expect((await post(into, { version: 1, rules: rules(999) })).body).toEqual({ added: 999, replaced: 0 });
    expect((await post('/api/apps/full/compare-rules', { kind: 'ignore', path: 'a' })).status).toBe(201);
    expect((await post('/api/apps/full/compare-rules', { kind: 'ignore', path: 'b' })).body.errorCode).toBe(
      'TOO_MANY_RULES',
    );
    expect((await post(into, { version: 1, rules: rules(1000) })).status).toBe(409);
    expect((await get('/api/apps/full/compare-rules/export')).body.rules).toHaveLength(1000);
  });

  test('what each rule took out of a run, and which never matched', async () => {
    const planId = await replayed('used', {
      '/u/x': [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
      ],
      '/u/y': [{ a: 1 }, { a: 2 }],
    });
    await addRule('used', { kind: 'ignore', path: 'a' });
    await addRule('used', { kind: 'ignore', path: 'never' });
    await addRule('used', { kind: 'tolerance', path: 'b', tolerance: { absolute: 1 } });
    await addRule('used', { kind: 'array-key', path: 'l', keys: ['id'] });
    const { items } = (await get(`/api/replays/${planId}/rules`)).body;
    const facts = items.map(({ path, requests, fields, unused }: Record<string, unknown>) => [
      path,
      requests,
      fields,
      unused,
    ]);
    expect(facts.toSorted()).toEqual([
      ['a', 2, 2, false],
      ['b', 1, 1, false],
      ['l', null, null, null],
      ['never', 0, 0, true],
    ]);
  });
});
