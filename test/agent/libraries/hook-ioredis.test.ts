import { Redis } from 'ioredis';
import { Redis as Redis6 } from 'ioredis-6';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CallAnswer } from '../../../agent/core/agent-call.ts';
import type { Calls, OpenCall } from '../../../agent/core/calls.ts';
import { agentWarnings } from '../../../agent/core/warnings.ts';
import { hookIoredis } from '../../../agent/libraries/hook-ioredis.ts';

/** What the parser of each version makes of the same replies. */
const PAIRS = ['a', '1', 'b', '2.5'];
const NESTED = [
  ['a', '1'],
  ['b', '2.5'],
];

describe.each([
  ['ioredis 5', Redis, PAIRS],
  ['ioredis 6', Redis6, NESTED],
  ['ioredis 6', Redis6, PAIRS],
])('%s in a replay', (_, Library, withScores) => {
  test('gives the application the recorded replies in the form that the library returns', async () => {
    const answers: Record<string, CallAnswer> = {
      GET: { kind: 'response', response: 'one' },
      HGETALL: { kind: 'response', response: ['colour', 'red'] },
      ZRANGE: { kind: 'response', response: withScores },
      INCR: { kind: 'error', error: { message: 'ERR value is not an integer' } },
    };
    const call = {
      mode: 'ask',
      ask: async ({ operation }) => answers[operation] ?? { kind: 'failure', failure: new Error(operation) },
    } as OpenCall; // nothing is made for real
    // A class of its own: what is hooked here stays hooked for other tests.
    const Client = class extends (Library as typeof Redis) {}; // both have what is used here
    hookIoredis(
      { prototype: Client.prototype },
      {
        calls: { isOffline: () => true, open: () => call } as Calls,
        warnings: agentWarnings(),
        targets: new Map(),
        maxBodyBytes: 1,
      },
    );
    const redis = new Client({ host: '127.0.0.1', port: 1 });
    onTestFinished(() => redis.disconnect());

    expect(await redis.get('key')).toBe('one');
    expect(await redis.hgetall('banner')).toEqual({ colour: 'red' });
    expect(await redis.zrange('popular', 0, 1, 'WITHSCORES')).toEqual(PAIRS);
    expect(await redis.pipeline().get('key').hgetall('banner').exec()).toEqual([
      [null, 'one'],
      [null, { colour: 'red' }],
    ]);
    await expect(redis.incr('key')).rejects.toThrow('ERR value is not an integer');
  });
});
