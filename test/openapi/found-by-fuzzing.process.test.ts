import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_KEY } from '../support/running-service.ts';
import { APP_ID, type FuzzStage, openFuzzStage } from './fuzz-stage.ts';

let stage: FuzzStage;

beforeAll(async () => {
  stage = await openFuzzStage();
});

afterAll(() => stage.close());

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await stage.app.request(path, {
    method,
    headers: { 'x-api-key': ADMIN_KEY },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

const LONG = 'x'.repeat(3000);
const RULE = { kind: 'ignore', path: 'a' };

describe('a request found by fuzzing', () => {
  test.for<[string, string, unknown, number]>([
    ['DELETE', `/api/api-keys/${LONG}`, undefined, 404],
    ['DELETE', `/api/apps/${LONG}/compare-rules/r`, undefined, 404],
    ['DELETE', `/api/apps/${APP_ID}/compare-rules/${LONG}`, undefined, 404],
    ['POST', `/api/apps/${LONG}/compare-rules`, RULE, 400],
    ['POST', `/api/apps/${LONG}/compare-rules/import`, { version: 1, rules: [RULE] }, 400],
  ])('causes no fault by an id longer than any key: %s %s', async ([method, path, body, status]) => {
    expect((await ask(method, path, body)).status).toBe(status);
    expect(stage.faults).toEqual([]);
  });

  test.for([
    [8.64e15, 1],
    [8.64e15 + 1, 2],
  ])('may create a plan until %d, the end of dates, which can be listed', async ([caseSourceTo, result]) => {
    const plan = { appId: APP_ID, targetEnv: `http://127.0.0.1:${result}`, caseSourceFrom: 1, caseSourceTo };
    expect((await ask('POST', '/api/createPlan', plan)).body.result).toBe(result);
    expect((await ask('GET', '/api/replays')).status).toBe(200);
  });
});
