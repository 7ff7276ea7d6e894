import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

describe('imported rules (interface 11)', () => {
  test.for(['.', '..', '../x', 'a/b', ' ', 'a b', 'r\u200b', 'r\u202e'])(
    'are refused by name, with all others, under the id %j',
    async (ruleId) => {
      stage = loginStage();
      const path = '/api/apps/shop/compare-rules';
      const rules = [
        { ruleId: 'good', kind: 'ignore', path: 'a' },
        { ruleId, kind: 'ignore', path: 'b' },
      ];
      const { status, body } = await stage.call('POST', `${path}/import`, { version: 1, rules }, stage.asAdmin);
      const errorMessage = 'rules[1]: ruleId must be 1 to 128 of A-Z a-z 0-9 . _ : -, neither . nor ..';
      expect([status, body]).toEqual([400, { errorCode: 'INVALID_RULE', errorMessage }]);
      expect((await stage.call('GET', `${path}/export`, undefined, stage.asAdmin)).body.rules).toEqual([]);
    },
  );

  test.for<[string, Record<string, unknown>]>([
    ['no author', {}],
    ['another user', { createdBy: 'bob@shop.test', createdAt: '2020-01-01T00:00:00.000Z', origin: 'person' }],
    ['noise reduction', { createdBy: 'noise-reduction', createdAt: 1, origin: 'noise-reduction' }],
    ['the service', { createdBy: 'built-in', createdAt: 'never', origin: 'built-in' }],
    ['something that is not a name', { createdBy: ['x'], createdAt: {}, origin: null }],
  ])('belong to the caller as a person from now on, if the file names %s', async ([, made]) => {
    stage = loginStage();
    const { accessToken } = await stage.login(ANN);
    const asAnn = { 'access-token': accessToken };
    const path = '/api/apps/shop/compare-rules';
    const document = { version: 1, rules: [{ ruleId: 'r', kind: 'ignore', path: 'a', comment: 'why', ...made }] };
    expect((await stage.call('POST', `${path}/import`, document, asAnn)).body).toEqual({ added: 1, replaced: 0 });
    expect((await stage.call('GET', `${path}/export`, undefined, asAnn)).body.rules).toEqual([
      {
        ruleId: 'r',
        kind: 'ignore',
        operation: null,
        target: 'response',
        path: 'a',
        comment: 'why',
        origin: 'person',
        createdBy: ANN,
        createdAt: new Date(stage.clock.now).toISOString(),
      },
    ]);
  });
});
