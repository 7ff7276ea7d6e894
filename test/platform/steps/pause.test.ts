import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { pause } from '../../../functions/platform/steps/pause.ts';

const LONG_MS = 60_000;

describe('a pause', () => {
  test('ends after its time, and leaves no listener at its signal', async () => {
    const { signal } = new AbortController();
    await pause(1, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends when its signal aborts, without an exception', async () => {
    const controller = new AbortController();
    const paused = pause(LONG_MS, controller.signal);
    controller.abort();
    expect(await paused).toBeUndefined();
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('does not begin after its signal has aborted', async () => {
    expect(await pause(LONG_MS, AbortSignal.abort())).toBeUndefined();
  });
});
