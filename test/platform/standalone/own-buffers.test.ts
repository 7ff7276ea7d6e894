import { expect, test } from 'vitest';
import { ownBuffers } from '../../../functions/platform/standalone/own-buffers.ts';

test.for([
  ['a map', new Map([['a', 1]])],
  ['a set', new Set([1])],
  ['a list', [1]],
  ['bytes', new Uint8Array([1])],
  ['a text', 'a'],
  ['nothing', null],
] as const)('a message that is %s goes as it is', ([, message]) => {
  expect(ownBuffers(message)).toEqual({ message, buffers: [] });
});

test('a message with bytes takes their buffers along', () => {
  const bytes = new Uint8Array([1, 2]);
  const { message, buffers } = ownBuffers({ bytes, map: new Map([['a', 1]]) });
  expect(message).toEqual({ bytes, map: new Map([['a', 1]]) });
  expect(buffers).toEqual([bytes.buffer]);
});
