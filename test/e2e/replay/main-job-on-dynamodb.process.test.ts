import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasDynamoDb } from '../../contracts/dynamodb.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { holdToPolicies } from '../../support/rights/held-client.ts';
import { type DynamoDbHost, dynamoDbHost } from '../../support/stages/dynamodb-host.ts';

const name = hasDynamoDb
  ? 'the main job on DynamoDB'
  : 'the main job on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let host: DynamoDbHost;
  let target: Target;
  /** Calls of functions, held against their policies. */
  let held: ReturnType<typeof holdToPolicies>;
  const call: DynamoDbHost['call'] = (...request) => host.call(...request);
  const completed = (planId: string) => host.completed(planId);

  beforeAll(async () => {
    host = await dynamoDbHost();
    held = holdToPolicies(host.client);
    target = await openTarget(({ url }, response) => json(response, { url, price: url.endsWith('/7') ? 2 : 1 }));
  });

  afterAll(async () => {
    await target.close();
    await host.close();
  });

  test('gives the same answers as SQLite to record, pin, ignore, trigger, replay, poll, list and rerun', async () => {
    const cases = Array.from({ length: 120 }, (_, index) =>
      recordedGet(
        'shop',
        `/items/${index % 12}`,
        { url: `/items/${index % 12}`, price: 1 },
        { operation: `/o${index % 12}`, caseId: `c${index}` },
      ),
    );
    expect((await call('POST', '/api/recorder/cases', cases)).body).toEqual({
      accepted: 120,
      duplicates: 0,
      rejected: [],
    });
    expect((await call('POST', '/api/recorder/cases', cases.slice(0, 3))).body).toMatchObject({ duplicates: 3 });
    expect((await call('POST', '/api/recorder/cases/c7/pin')).status).toBe(200);
    await call('POST', '/api/config/schedule/modify/UPDATE', { appId: 'shop', mainOperations: ['/o1'] });

    const { planId, errorCode } = (
      await call('POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url, attributes: { a: 1 } })
    ).body;
    expect(errorCode).toBeNull();
    expect(
      (await call('POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url })).body.errorCode,
    ).toBe('PLAN_RUNNING_1');
    const run = await completed(planId);
    expect(run).toMatchObject({
      totalCases: 120,
      successCases: 110,
      failedCases: 10,
      findings: {
        state: 'NEEDS_ACTION',
        needsActionInterfaces: 1,
        needsAction: [{ kind: 'FIELD_VALUE', subjects: ['price'], affectedRequests: 10 }],
      },
    });
    const failed = (await call('GET', `/api/replays/${planId}/cases?state=FAILED&limit=4`)).body;
    expect(failed.items).toHaveLength(4);
    expect(
      (await call('GET', `/api/replays/${planId}/cases?state=FAILED&cursor=${failed.nextCursor}`)).body.items,
    ).toHaveLength(6);

    await call('POST', '/api/apps/shop/compare-rules', { kind: 'ignore', path: 'price' });
    expect((await completed(planId)).findings).toMatchObject({ state: 'CLEAN', excludedFieldCount: 1 });
    expect((await call('POST', `/api/replays/${planId}/rerun`)).body).toEqual({ planId, round: 2 });
    expect(await completed(planId)).toMatchObject({ verdict: 'PASS', successCases: 120 });

    const pinned = (
      await call('POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url, caseSource: 'pinned' })
    ).body;
    expect(await completed(pinned.planId)).toMatchObject({ totalCases: 1 });
    expect(
      (await call('GET', '/api/replays?appId=shop')).body.items
        .map(({ planId: listed }: { planId: string }) => listed)
        .sort(),
    ).toEqual([planId, pinned.planId].sort());
    const exported = (await call('GET', '/api/apps/shop/compare-rules/export')).body;
    expect((await call('POST', '/api/apps/shop/compare-rules/import', exported)).body).toEqual({
      added: 0,
      replaced: 1,
    });
    await call('DELETE', `/api/apps/shop/compare-rules/${exported.rules[0].ruleId}`);
    expect((await completed(pinned.planId)).findings.state).toBe('NEEDS_ACTION');
    expect((await call('GET', `/api/replays/${pinned.planId}/changes`)).body).toMatchObject({
      since: planId,
      new: [],
      unchanged: [{ subject: 'price', affectedRequests: 1 }],
    });
    await call('POST', '/api/apps/shop/compare-rules', {
      kind: 'tolerance',
      path: 'price',
      tolerance: { absolute: 1 },
    });
    expect((await completed(pinned.planId)).findings).toMatchObject({ needsAction: [], excludedFieldCount: 1 });
    expect((await call('POST', `/api/replays/${planId}/recompare`)).status).toBe(202);
    await call('POST', `/api/replays/${planId}/cases/${planId}:0/mark`);
    expect((await call('GET', `/api/replays/${planId}/cases?limit=1`)).body.items).toMatchObject([{ marked: true }]);
    expect((await call('GET', `/openapi/v1/replay-runs/${planId}/diagnosis`)).body).toMatchObject({
      verdict: 'PASS',
      attributes: { a: 1 },
    });
  });

  test('resumes an interrupted pass that gives endpoints new names, and updates rules', async () => {
    const cases = Array.from({ length: 240 }, (_, at) =>
      recordedGet('names', `/users/u${at % 24}?n=${at}`, { at }, { caseId: `n${at}` }),
    );
    expect((await call('POST', '/api/recorder/cases', cases)).body.accepted).toBe(240);
    await call('POST', '/api/recorder/cases/n5/pin');
    await call('POST', '/api/apps/names/compare-rules', { kind: 'ignore', path: 'at', operation: '/users/u3' });
    expect((await call('PUT', '/api/apps/names/settings', { endpoints: [{ pattern: '/users/{name}' }] })).status).toBe(
      200,
    );
    // As if the pass had ended before this endpoint.
    const location = Buffer.from('{"operation":"/users/u5"}').toString('base64url');
    const part = await call('PATCH', '/api/recorder/apps/names/operations', { after: location });
    expect(part.body.renamed).toBeGreaterThan(0);
    expect(part.body.renamed).toBeLessThan(240);
    let [after, renamed] = [null, part.body.renamed];
    do {
      const { status, body } = await call('PATCH', '/api/recorder/apps/names/operations', { after });
      expect(status).toBe(200);
      [after, renamed] = [body.next, renamed + body.renamed];
    } while (after !== null);
    expect(renamed).toBe(240);
    expect((await call('GET', '/api/recorder/apps/names/operations')).body.items).toEqual([
      { operation: '/users/{name}', methods: ['GET'] },
    ]);
    const pinned = await call('GET', '/api/recorder/apps/names/cases?pinned=true&operation=/users/{name}');
    expect(pinned.body.items).toMatchObject([{ caseId: 'n5' }]);
    expect((await call('GET', '/api/apps/names/compare-rules')).body.items).toContainEqual(
      expect.objectContaining({ operation: '/users/{name}' }),
    );
  });

  test('makes every call in the name of a function whose policy allows it', () => {
    expect([...held.refused]).toEqual([]);
    for (const action of [
      'recordings/api PutItem',
      'recordings/api BatchWriteItem',
      'replay/api DeleteItem',
      'replay/steps Query',
      'findings/steps UpdateItem',
      'compare/api ConditionCheckItem',
    ])
      expect(held.allowed).toContain(action);
  });
});
