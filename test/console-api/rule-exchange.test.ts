import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../support/login-stage.ts';

const ANN = 'ann@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

describe('rules that are brought in (interface 11)', () => {
  test.for<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['somebody else', { createdBy: 'bob@shop.test', createdAt: '2020-01-01T00:00:00.000Z', origin: 'person' }],
    ['noise reduction', { createdBy: 'noise-reduction', createdAt: 1, origin: 'noise-reduction' }],
    ['the service', { createdBy: 'built-in', createdAt: 'never', origin: 'built-in' }],
    ['what is no name', { createdBy: ['x'], createdAt: {}, origin: null }],
  ])('of a file that names %s are made by the caller, now, as a person', async ([, made]) => {
    stage = loginStage();
    const { accessToken } = await stage.login(ANN);
    const asAnn = { 'access-token': accessToken };
    const path = '/api/apps/shop/compare-rules';
    const document = { version: 1, rules: [{ ruleId: 'r', kind: 'ignore', path: 'a', comment: 'why', ...made }] };
    expect((await stage.call('POST', `${path}/import`, document, asAnn)).body).toEqual({ added: 1, replaced: 0 });
    expect((await stage.call('GET', `${path}/export`, undefined, asAnn)).body.rules).toEqual([
      {
        ...{ ruleId: 'r', kind: 'ignore', operation: null, target: 'response', path: 'a', comment: 'why' },
        ...{ origin: 'person', createdBy: ANN, createdAt: new Date(stage.clock.now).toISOString() },
      },
    ]);
  });
});
