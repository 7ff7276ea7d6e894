import { describe, expect, test } from 'vitest';
import {
  isSessionCommand,
  isSubscription,
  replyJson,
  replyOf,
  sessionReply,
} from '../../../agent/libraries/redis-reply.ts';

const AS_BYTES = { text: (bytes: Buffer) => bytes, error: (message: string) => new Error(message) };

describe('a reply of Redis', () => {
  test.for<[reply: unknown, json: unknown]>([
    [Buffer.from('text'), 'text'],
    [Buffer.from([1, 255]), { base64: 'Af8=' }],
    [7, 7],
    [null, null],
    [
      [Buffer.from('a'), [1, null]],
      ['a', [1, null]],
    ],
    [[new Error('WRONGTYPE no')], [{ error: 'WRONGTYPE no' }]],
    [new Set([Buffer.from('a')]), { set: ['a'] }],
  ])('is the same after it was stored as %j', ([reply, json]) => {
    expect(replyJson(reply)).toEqual(json);
    expect(replyOf(JSON.parse(JSON.stringify(json)), AS_BYTES)).toEqual(reply);
  });

  test.for<[json: unknown, reply: unknown]>([
    [{ simple: 'PONG' }, Buffer.from('PONG')],
    [{ bulk: 'OK' }, Buffer.from('OK')],
    [{ double: '1.5' }, 1.5],
    [{ big: '9007199254740993' }, 9007199254740993n],
    [true, true],
  ])('is read from %j, which a recorder of the wire stored', ([json, reply]) => {
    expect(replyOf(json, AS_BYTES)).toEqual(reply);
  });

  test('keeps the order of a map', () => {
    const json = replyJson(
      new Map([
        ['b', 1],
        ['a', 2],
      ]),
    );
    expect(json).toEqual({
      map: [
        ['b', 1],
        ['a', 2],
      ],
    });
    expect(Object.entries(replyOf(json, AS_BYTES) as object)).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });
});

test('commands of a session do not count as calls', () => {
  expect(['PING', 'AUTH', 'SELECT', 'CLIENT', 'HELLO'].every(isSessionCommand)).toBe(true);
  expect(['GET', 'MULTI', 'EXEC', 'INFO'].some(isSessionCommand)).toBe(false);
  expect(isSubscription('PSUBSCRIBE')).toBe(true);
  expect(isSubscription('PUBLISH')).toBe(false);
  expect([sessionReply('PING'), sessionReply('SELECT')]).toEqual(['PONG', 'OK']);
});
