import { describe, expect, test } from 'vitest';
import { mappedReplyJson, mappedReplyOf, replySize } from '../../../agent/libraries/mapped-reply.ts';

const BLOB = 36;
const SIMPLE = 43;
const MAP = 37;
const SET = 126;
const error = (message: string) => new Error(message);

describe('a reply of the client redis', () => {
  test.each<[name: string, reply: unknown, json: unknown, typeMapping: Record<number, unknown>]>([
    ['texts', ['OK', 'one', null, 1.5], ['OK', 'one', null, 1.5], {}],
    ['buffers beside simple strings', ['OK', 'PART'], ['OK', { simple: 'PART' }], { [BLOB]: Buffer }],
    ['a buffer that reads as a status', Buffer.from('OK'), { bulk: 'OK' }, { [BLOB]: Buffer }],
    ['bytes', Buffer.from([255]), { base64: '/w==' }, { [BLOB]: Buffer }],
    ['an object', Object.assign(Object.create(null), { a: '1' }), { map: [['a', '1']] }, {}],
    ['a map', new Map([['a', '1']]), { map: [['a', '1']] }, { [MAP]: Map }],
    ['a set', new Set(['a']), { set: ['a'] }, { [SET]: Set }],
  ])('is the same after it was stored as JSON: %s', (_, reply, json, typeMapping) => {
    expect(mappedReplyJson(reply, { typeMapping })).toEqual(json);
    expect(mappedReplyOf(json, { typeMapping }, error)).toEqual(reply);
  });

  test('has the form that the call asks for', () => {
    const json = { map: [['a', { set: ['1'] }]] };
    expect(mappedReplyOf(json, { typeMapping: { [MAP]: Array } }, error)).toEqual(['a', ['1']]);
    expect(mappedReplyOf('one', { returnBuffers: true }, error)).toEqual(Buffer.from('one'));
    expect(mappedReplyOf('OK', { typeMapping: { [SIMPLE]: Buffer } }, error)).toEqual(Buffer.from('OK'));
    expect(mappedReplyOf([{ error: 'ERR no' }], undefined, error)).toEqual([new Error('ERR no')]);
  });

  test('has the size of its texts and bytes', () => {
    expect(replySize(['four', Buffer.alloc(3), 1, new Map([['a', 'b']]), new Set(['c']), { d: 'ef' }])).toBe(21);
  });
});
