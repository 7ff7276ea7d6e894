import { beforeAll } from 'vitest';
import { json, recordedGet } from '../fakes/recorded-target.ts';
import { call, completed } from '../running-service.ts';
import { serviceAndTarget } from './service-and-target.ts';

/**
 * A stage with a few recordings of `shop` (two of `/a` tagged gold, one tin and 30 hours old, one of `/b`) and of
 * `slow`, whose answers are held back from `hold` to `release`.
 */
export function shopStage() {
  let isHeld = false;
  const held: (() => void)[] = [];
  const stage = serviceAndTarget(({ url }, response) => {
    if (url === '/slow' && isHeld) held.push(() => json(response, {}));
    else json(response, {});
  });
  const hold = () => {
    isHeld = true;
  };
  const release = () => {
    isHeld = false;
    for (const answer of held.splice(0)) answer();
  };

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

  /** Response to a trigger of `shop` with the members of `body`. */
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

  /** The run of such a trigger, after it has ended. */
  const finished = async (body: Record<string, unknown>) => completed(stage.service.url, (await trigger(body)).planId);

  return { stage, trigger, finished, hold, release };
}
