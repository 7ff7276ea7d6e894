import { describe, expect, test } from 'vitest';
import { testChannelWith } from '../../../functions/notifications/api/test-channel.ts';
import type { EveryService } from '../../support/services-for.ts';
import { WITHOUT_PROOF } from '../../support/without-proof.ts';
import { type Answer, channel, type FakeChannel, notifierWorld } from '../service/notifier-world.ts';

const SECOND = 1_000;

/** The endpoint with a notifier that works while the endpoint waits, or does not. */
function tested(channels: FakeChannel[], works = true) {
  const around = notifierWorld(channels);
  const { clock, work, services } = around;
  const endpoint = testChannelWith(async (ms) => {
    clock.now += ms;
    if (works) await work();
  });
  let retryAfter: string | null = null;
  async function call(id: string) {
    const request = { method: 'POST', params: { id }, query: new URLSearchParams(), headers: new Headers(), body: {} };
    const caller = { tenant: 'default', name: 'anybody', scopes: [] };
    // The endpoint uses no services other than those of the notifier.
    const { body, headers } = await endpoint.answer(
      { ...request, bytes: new Uint8Array(), caller, ...WITHOUT_PROOF, source: null, path: '/', requestId: 'request' },
      { ...services, config: { quotas: { testSendsPerMinute: 30 } } } as unknown as EveryService,
    );
    retryAfter = headers?.['retry-after'] ?? null;
    return body as { errorCode: string | null; errorMessage: string | null };
  }
  return { ...around, call, retryAfter: () => retryAfter };
}

describe('a test send (spec 4.4, 7.3)', () => {
  test('posts one sample message and says so', async () => {
    const { call, posted } = tested([channel('a', 'webhook')]);
    expect(await call('a')).toEqual({ errorCode: null, errorMessage: null });
    expect(posted.map(({ body }) => JSON.parse(body).event)).toEqual(['test']);
  });

  test('works for a paused channel too', async () => {
    expect(await tested([channel('a', 'alpha_bot', { enabled: false })]).call('a')).toMatchObject({ errorCode: null });
  });

  test('answers NOT_FOUND for an unknown channel', async () => {
    expect(await tested([]).call('a')).toMatchObject({ errorCode: 'NOT_FOUND' });
  });

  test.for<[Answer, string]>([
    [404, 'HTTP 404'],
    [302, 'HTTP 302'],
    [429, 'HTTP 429'],
    [503, 'HTTP 503'],
    ['refuses', 'no response'],
    ['resets', 'no response'],
  ])('answers SEND_FAILED with only the status: %s -> %s', async ([answer, errorMessage]) => {
    const { call, answers, posted, clock } = tested([channel('a', 'webhook')]);
    answers.set('http://a/', answer);
    const began = clock.now;
    expect(await call('a')).toEqual({ errorCode: 'SEND_FAILED', errorMessage });
    expect(clock.now - began).toBeLessThanOrEqual(20 * SECOND);
    clock.now += 60 * SECOND;
    expect(posted.length).toBeLessThanOrEqual(1);
  });

  test('is limited to 10 a minute per channel and 30 in all', async () => {
    const channels = ['a', 'b', 'c', 'd'].map((id) => channel(id, 'webhook'));
    const { call, clock, retryAfter } = tested(channels);
    const codes = async (id: string, times: number) => {
      const heard = [];
      for (let count = 0; count < times; count++) heard.push((await call(id)).errorCode);
      return heard;
    };
    expect(await codes('a', 11)).toEqual([...Array(10).fill(null), 'RATE_LIMITED']);
    expect(await codes('b', 10)).toEqual(Array(10).fill(null));
    expect(await codes('c', 10)).toEqual(Array(10).fill(null));
    expect(await codes('d', 1)).toEqual(['RATE_LIMITED']);
    expect(Number(retryAfter())).toBeGreaterThan(50);
    clock.now += 60 * SECOND;
    expect(await codes('a', 1)).toEqual([null]);
  });

  test('answers RATE_LIMITED for a bot whose minute is full', async () => {
    const channels = ['a', 'b', 'c'].map((id) => channel(id, 'beta_bot', { addressKey: 'shared' }));
    const { call, posted } = tested(channels);
    for (const id of ['a', 'b']) for (let count = 0; count < 10; count++) await call(id);
    expect(await call('c')).toMatchObject({ errorCode: 'RATE_LIMITED' });
    expect(posted).toHaveLength(20);
  });

  test('ends in 20 s without a sender, and is not sent later', async () => {
    const { call, work, posted } = tested([channel('a', 'webhook')], false);
    expect(await call('a')).toEqual({ errorCode: 'SEND_FAILED', errorMessage: 'no response' });
    await work();
    expect(posted).toEqual([]);
  });
});
