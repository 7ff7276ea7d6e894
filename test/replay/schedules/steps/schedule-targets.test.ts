import { describe, expect, test } from 'vitest';
import { HOURLY, scheduleStage } from './schedule-stage.ts';

const stage = scheduleStage();
const { tick, toTheHour, app, save, stored, plansOf } = stage;

describe('a schedule', () => {
  test('is refused for a target that is not allowed, and starts without credentials', async () => {
    const appId = await app();
    const foreign = { ...HOURLY.trigger, targetEnv: 'http://10.9.9.9:8080' };
    await save(appId, { trigger: foreign });
    toTheHour();
    await tick();
    expect(await plansOf(appId)).toEqual([]);
    expect((await stored(appId)).lastError).toMatchObject({
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringMatching(/targets.*replay targets allow/),
    });
    await save(appId, { trigger: { ...foreign, credentials: 'none' } });
    toTheHour();
    await tick();
    expect(await plansOf(appId)).toMatchObject([{ credentials: 'none', targetEnv: foreign.targetEnv }]);
  });
});
