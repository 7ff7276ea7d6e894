import { beforeAll } from 'vitest';
import { json, recordedGet } from '../fakes/recorded-target.ts';
import { call, completed } from '../running-service.ts';
import { staged } from './staged.ts';

/** A stage with a few recordings of `shop` (two of `/a` tagged gold, one tin and 30 hours old, one of `/b`) and of `slow`, whose answers take 1.5 s. */
export function shopStage() {
  const stage = staged(({ url }, response) => {
    if (url === '/slow') setTimeout(() => json(response, {}), 1500);
    else json(response, {});
  });

  beforeAll(async () => {
    await call(stage.service.url, 'POST', '/api/recorder/cases', [
      recordedGet('shop', '/a', {}, { tags: { tier: 'gold' } }),
      recordedGet('shop', '/a', {}, { tags: { tier: 'gold' } }),
      recordedGet(
        'shop',
        '/a',
        {},
        { tags: { tier: 'tin' }, caseId: 'old', recordedAt: new Date(Date.now() - 30 * 3_600_000).toISOString() },
      ),
      recordedGet('shop', '/b', {}),
      recordedGet('slow', '/slow', {}),
    ]);
  });

  /** The answer to a trigger of `shop`, unless `body` says otherwise. */
  const trigger = async (body: Record<string, unknown>, headers?: Record<string, string>) =>
    (
      await call(
        stage.service.url,
        'POST',
        '/openapi/v1/replay-triggers',
        { appId: 'shop', targetEnv: stage.target.url, ...body },
        headers,
      )
    ).body;

  /** The run of such a trigger, when it has ended. */
  const finished = async (body: Record<string, unknown>) => completed(stage.service.url, (await trigger(body)).planId);

  return { stage, trigger, finished };
}
