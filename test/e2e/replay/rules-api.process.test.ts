import { describe, expect, test } from 'vitest';
import { changingBuild, found } from '../../support/fakes/changing-build.ts';
import { completed } from '../../support/running-service.ts';

const { stage, get, post, addRule, replayed, foundIn } = changingBuild();

describe('the rules API (interface 11)', () => {
  test.for([
    ['ignore', { kind: 'ignore', path: 'a' }],
    ['tolerance', { kind: 'tolerance', path: 'b', tolerance: { relative: 0.5 } }],
    ['include-only', { kind: 'include-only', path: 'a' }],
    ['array-key', { kind: 'array-key', path: 'l', keys: ['n'] }],
    ['headers', { kind: 'include-only', target: 'response-headers', path: "$['x-build']" }],
  ] as const)('shows in a preview of %s what saving does', async ([name, rule]) => {
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
    const kindAndSubject = (rows: { kind: string; subject: string }[]) =>
      rows.map(({ kind, subject }) => `${kind} ${subject}`);
    const left = new Set(
      [...before, ...kindAndSubject(body.added)].filter((one) => !kindAndSubject(body.removed).includes(one)),
    );
    expect([...left].toSorted()).toEqual(found(after).toSorted());
    expect(body.removed.length + body.added.length).toBeGreaterThan(0);
  });

  test('refuses a preview for another application, without a run or without a rule', async () => {
    const planId = await replayed('refused', { '/refused': [{}, {}] });
    const preview = (appId: string, of: string, rule: object) =>
      post(`/api/apps/${appId}/compare-rules/preview?planId=${of}`, rule);
    expect((await preview('other', planId, { kind: 'ignore', path: 'a' })).body.errorCode).toBe('INVALID_QUERY');
    expect((await preview('refused', 'x', { kind: 'ignore', path: 'a' })).status).toBe(404);
    expect((await preview('refused', planId, { kind: 'ignore' })).body.errorCode).toBe('INVALID_RULE');
  });

  test('imports what it exports, with the same rules under the same ids, created by the importing user', async () => {
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

  test('imports all rules or none', async () => {
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

  test('accepts at most 1,000 rules of an application', async () => {
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

  test('shows what each rule ignored in a run, and which never matched', async () => {
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
