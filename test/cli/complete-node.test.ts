import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeNode } from '../../cli/complete-node.ts';

const native = { parse: URL.parse, withResolvers: Promise.withResolvers };

describe('the completion of Node 20', () => {
  beforeEach(() => {
    Object.assign(URL, { parse: undefined });
    Object.assign(Promise, { withResolvers: undefined });
    completeNode();
  });
  afterEach(() => {
    Object.assign(URL, { parse: native.parse });
    Object.assign(Promise, { withResolvers: native.withResolvers });
  });

  test.for([['http://a/b'], ['/b', 'http://a'], ['/b'], ['::']])(
    'adds URL.parse(%j) as in newer versions',
    ([text = '', base]) => {
      expect(URL.parse).not.toBe(native.parse);
      expect(URL.parse(text, base)?.href).toBe(native.parse(text, base)?.href);
    },
  );

  test('adds Promise.withResolvers', async () => {
    expect(Promise.withResolvers).not.toBe(native.withResolvers);
    const first = Promise.withResolvers<number>();
    first.resolve(1);
    expect(await first.promise).toBe(1);
    const second = Promise.withResolvers<number>();
    second.reject(new Error('no'));
    await expect(second.promise).rejects.toThrow('no');
  });
});
