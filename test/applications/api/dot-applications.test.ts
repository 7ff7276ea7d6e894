import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

describe('an appId that means another place in an address (interface 10)', () => {
  test.for(['.', '..', ' .. '])('is refused by name in main endpoints: %j (spec 4.7)', async (appId) => {
    stage = loginStage();
    const input = { appId, mainOperations: ['/a'] };
    const { status, body } = await stage.call('POST', '/api/config/schedule/modify/UPDATE', input, stage.asAdmin);
    expect([status, body]).toEqual([
      400,
      {
        responseStatusType: {
          responseCode: 1,
          responseDesc: 'appId is missing or invalid',
          timestamp: stage.clock.now,
        },
      },
    ]);
    expect(await stage.services.applications.isKnown(appId)).toBe(false);
  });

  test.for(['.', '..', ' .. '])('is refused by name in createPlan: %j (spec 4.6)', async (appId) => {
    stage = loginStage();
    const { body } = await stage.call(
      'POST',
      '/api/createPlan',
      { appId, targetEnv: 'http://127.0.0.1:1' },
      stage.asAdmin,
    );
    expect(body).toEqual({
      result: 2,
      desc: 'appId is missing or invalid',
      data: { reasonCode: 2, replayPlanId: null },
    });
  });
});
