import { describe, expect, test } from 'vitest';
import { type DispatchEnd, type DispatchHandler, observedHandler } from '../../../agent/outbound/dispatch-handlers.ts';

/** Observes a handler, and notes how its request ended. */
function observed(handler: object) {
  const ends: DispatchEnd[] = [];
  // Typed as undici calls it.
  const seen = observedHandler(handler as DispatchHandler, 1000, (end) => ends.push(end)) as DispatchHandler;
  return { seen, ends };
}

/** A handler of undici 5 to 7, whose members are private. */
class Handler {
  #log: unknown[] = [];

  get log(): unknown[] {
    return this.#log;
  }

  onConnect(abort: unknown): void {
    this.#log.push(['onConnect', abort]);
  }

  onHeaders(...args: unknown[]): boolean {
    this.#log.push(['onHeaders', ...args]);
    return false;
  }

  onData(chunk: unknown): void {
    this.#log.push(['onData', chunk]);
  }

  onComplete(trailers: unknown): void {
    this.#log.push(['onComplete', trailers]);
  }

  onError(fault: unknown): void {
    this.#log.push(['onError', fault]);
  }
}

describe('an observed handler of a dispatched request', () => {
  test('has the methods that the handler has', () => {
    const { seen } = observed(new Handler());
    expect(Object.keys(seen).sort()).toEqual(['onComplete', 'onConnect', 'onData', 'onError', 'onHeaders']);
  });

  test('hands the handler every argument, and returns what it returns', () => {
    const handler = new Handler();
    const { seen, ends } = observed(handler);
    const raw = [Buffer.from('X-A'), Buffer.from('1')];
    seen.onConnect?.('abort');
    expect(seen.onHeaders?.(201, raw, 'resume', 'Created')).toBe(false);
    seen.onData?.(Buffer.from('body'));
    seen.onComplete?.(['trailer']);
    seen.onError?.(new Error('late'));
    expect(handler.log).toEqual([
      ['onConnect', 'abort'],
      ['onHeaders', 201, raw, 'resume', 'Created'],
      ['onData', Buffer.from('body')],
      ['onComplete', ['trailer']],
      ['onError', new Error('late')],
    ]);
    expect(ends).toMatchObject([{ kind: 'answered', status: 201, headers: ['X-A', '1'] }]);
    expect(ends[0]?.kind === 'answered' && String(ends[0].body.bytes())).toBe('body');
  });

  test('of undici 7 and later ends with the status, headers and body of its response', () => {
    const { seen, ends } = observed({
      onRequestStart() {},
      onResponseStart() {},
      onResponseData() {},
      onResponseEnd() {},
    });
    seen.onRequestStart?.('controller', {});
    seen.onResponseStart?.('controller', 200, { 'set-cookie': ['a', 'b'] }, 'OK');
    seen.onResponseData?.('controller', Buffer.from('body'));
    seen.onResponseEnd?.('controller', {});
    expect(ends).toMatchObject([{ kind: 'answered', status: 200, headers: ['set-cookie', 'a', 'set-cookie', 'b'] }]);
    expect(ends[0]?.kind === 'answered' && String(ends[0].body.bytes())).toBe('body');
  });

  test('of undici 7 and later ends with the fault of its request', () => {
    const { seen, ends } = observed({ onRequestStart() {}, onResponseError() {} });
    const fault = new Error('reset');
    seen.onResponseError?.('controller', fault);
    expect(ends).toEqual([{ kind: 'failed', fault }]);
  });
});
