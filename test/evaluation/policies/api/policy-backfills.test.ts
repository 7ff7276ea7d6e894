import { describe, expect, test } from 'vitest';
import { HOUR, onlinePolicyApi, PATH } from './online-policy-api.ts';

const api = onlinePolicyApi();
const { send, made, answers } = api;

describe('a backfill of a policy (evaluation 3.13, 5.12)', () => {
  const at = (ms: number) => new Date(api.stage.clock.now + ms).toISOString();
  const DAY = 24 * HOUR;
  const window = (change: object = {}) => ({ from: at(-180 * DAY), to: at(0), max_targets: 25_000, ...change });

  test('is accepted with 202 one at a time, cancelled with 202, and with 200 when repeated', async () => {
    const { policy_id } = await made({ enabled: false });
    const path = `${PATH}/${policy_id}/backfills`;
    const begun = await send('POST', path, window());
    expect([begun.status, begun.body]).toEqual([202, { backfill_id: expect.stringMatching(/^bf_/), status: 'queued' }]);
    expect(answers(await send('POST', path, window()))).toEqual([409, 'limit_reached']);
    const cancel = `${path}/${begun.body.backfill_id}/cancel`;
    const cancelled = await send('POST', cancel);
    expect([cancelled.status, cancelled.body.status]).toEqual([202, 'cancelled']);
    expect((await send('POST', cancel)).status).toBe(200);
    api.stage.clock.now += 1000;
    expect((await send('POST', path, window())).status).toBe(202);
    const { data } = (await send('GET', path)).body;
    expect(
      data.map(({ status, processed, total, error }: object & Record<string, unknown>) => [
        status,
        processed,
        total,
        error,
      ]),
    ).toEqual([
      ...[
        ['queued', 0, null, null],
        ['cancelled', 0, null, null],
      ],
    ]);
    for (const other of ['bf_x', `xx_${begun.body.backfill_id.slice(3)}`])
      expect(answers(await send('POST', `${path}/${other}/cancel`)), other).toEqual([404, 'not_found']);
  });

  test('counts in a dry run, and starts nothing', async () => {
    const { policy_id } = await made();
    const path = `${PATH}/${policy_id}/backfills`;
    const answer = await send('POST', path, window({ dry_run: true }));
    expect([answer.status, answer.body]).toEqual([200, { matched: 0, sampled: 0, targets: 0, skipped: {} }]);
    expect((await send('GET', path)).body.data).toEqual([]);
  });

  test.for<[string, () => object, string]>([
    ['more than 180 days', () => ({ from: at(-180 * DAY - 1) }), '#/from'],
    ['the future', () => ({ to: at(1) }), '#/to'],
    ['an empty span', () => ({ from: at(0) }), '#/from'],
    ['something that is not a time', () => ({ from: 'yesterday' }), '#/from'],
    ['more than 25,000 targets', () => ({ max_targets: 25_001 }), '#/max_targets'],
    ['no target', () => ({ max_targets: 0 }), '#/max_targets'],
    ['a rate above 1', () => ({ rate: 1.1 }), '#/rate'],
  ])('is refused with 422 for %s', async ([, change, pointer]) => {
    const { policy_id } = await made();
    const answer = await send('POST', `${PATH}/${policy_id}/backfills`, window(change()));
    expect([...answers(answer), answer.body.errors[0].pointer]).toEqual([422, 'validation_failed', pointer]);
  });
});
