import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { holdEnd } from '../../../agent/inbound/hold-end.ts';

/** A response as far as its end goes. */
class Response extends EventEmitter {
  finished = false;
  ends: unknown[][] = [];
  get headersSent() {
    return this.ends.length > 0;
  }
  get writableEnded() {
    return this.finished;
  }
  end(...args: unknown[]) {
    this.ends.push(args);
    this.finished = true;
    return this;
  }
}

const held = (before: () => Promise<void>) => {
  const response = new Response();
  holdEnd(response as unknown as ServerResponse, before);
  return response;
};

describe('holdEnd', () => {
  test.for<[outcome: string, settle: (resolve: () => void, reject: () => void) => void]>([
    ['done', (resolve) => resolve()],
    ['failed', (_, reject) => reject()],
  ])('ends a response once its work is %s, but shows it as ended to the application at once', async ([, settle]) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const response = held(() => promise);
    expect(response.end('last')).toBe(response);
    expect([response.headersSent, response.writableEnded, response.ends]).toEqual([true, true, []]);
    response.end('again');
    settle(resolve, () => reject(new Error('away')));
    // One row rejects it on purpose.
    await promise.catch(() => {});
    await Promise.resolve();
    expect(response.ends).toEqual([['last', undefined, undefined]]);
    expect(response.writableEnded).toBe(true);
  });
});
