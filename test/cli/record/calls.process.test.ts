import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { RecordedCall } from '../../../functions/recordings/domain/recorded-case.ts';
import { recorderStage } from './recorder-stage.ts';

const { target, record } = recorderStage();

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

/** An application that answers on command, and a service that it calls. */
async function staged() {
  const waiting = new Map<string, () => void>();
  const application = await target((incoming, response) => {
    waiting.set(incoming.url ?? '', () => response.end());
  });
  const inventory = await target((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync('{"left":4}')),
  );
  const startup: RecordedCall[] = [];
  const recording = await record(application, {
    downstream: new Map([['inventory', new URL(inventory)]]),
    noteStartup: (call) => startup.push(call),
  });
  const { base, downstreamBase } = recording;
  return {
    ...recording,
    startup,
    /** Sends a request; resolves when it is under way, with what ends it. */
    async begin(path: string, headers: Record<string, string> = {}) {
      const answered = fetch(`${base}${path}`, { headers });
      await vi.waitFor(() => expect(waiting.has(path)).toBe(true));
      return async () => {
        waiting.get(path)?.();
        await answered;
      };
    },
    call: async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${downstreamBase}/inventory${path}`, { headers })).text(),
  };
}

describe('the calls of a recorded request', () => {
  test('include one whose compressed response reaches the application unchanged and is recorded decoded', async () => {
    const { begin, call, cases } = await staged();
    const end = await begin('/orders');
    expect(await call('/stock/7')).toBe('{"left":4}');
    await end();
    await vi.waitFor(() => expect(cases).toHaveLength(1));
    expect(cases[0]?.calls).toMatchObject([
      { operation: 'GET /stock/{id}', response: { body: '{"left":4}', bodyEncoding: 'utf8' } },
    ]);
  });

  test('include only its own when two requests of one trace are under way', async () => {
    const { begin, call, cases, recorder } = await staged();
    const ends = [await begin('/one', { traceparent }), await begin('/two', { traceparent })];
    await call('/stock/7', { traceparent });
    await ends[0]?.();
    await vi.waitFor(() => expect(cases).toHaveLength(1));
    await call('/stock/8', { traceparent });
    await ends[1]?.();
    await vi.waitFor(() => expect(cases).toHaveLength(2));
    expect(cases.map(({ request, calls }) => [request.path, calls.length])).toEqual([
      ['/one', 0],
      ['/two', 1],
    ]);
    expect(recorder.counts.strayCalls).toBe(1);
  });

  test('exclude those during a replay and those that name a replay', async () => {
    const { begin, call, cases, startup, recorder } = await staged();
    const endReplay = await begin('/replayed', { 'x-replay-id': 'a'.repeat(24) });
    await call('/stock/7');
    const end = await begin('/orders');
    await call('/stock/8');
    await endReplay();
    await vi.waitFor(() => expect(recorder.counts.replays).toBe(1));
    await call('/stock/9', { baggage: `replay.id=${'a'.repeat(24)}` });
    await end();
    await vi.waitFor(() => expect(cases).toHaveLength(1));
    expect(cases[0]?.calls).toEqual([]);
    expect([startup, recorder.counts.strayCalls]).toEqual([[], 3]);
  });

  test('exclude one while no request is under way, which counts as one of the application', async () => {
    const { call, startup } = await staged();
    await call('/config', { traceparent });
    await call('/stock/9', { 'x-replay-id': 'a'.repeat(24) });
    expect(startup).toMatchObject([{ kind: 'http', target: 'inventory', operation: 'GET /config', error: null }]);
    expect(JSON.parse(startup[0]?.response ?? '')).toMatchObject({ status: 200, body: '{"left":4}' });
  });

  test('are not recorded, nor is their request, if there are more than a case may have', async () => {
    const { begin, recorder, cases } = await staged();
    const end = await begin('/orders', { traceparent });
    const one = { kind: 'cache', target: 'c', operation: 'GET', error: null, durationMs: 0 } as const;
    const correlation = recorder.correlate({ traceparent });
    for (let n = 0; n < 5_001; n++) recorder.noteCall(correlation, { ...one, request: '{}', response: '{}' });
    await end();
    await vi.waitFor(() => expect(recorder.counts).toMatchObject({ tooLarge: 1, recorded: 0 }));
    const next = await begin('/next', { traceparent });
    const again = recorder.correlate({ traceparent });
    for (let n = 0; n < 5_000; n++) recorder.noteCall(again, { ...one, request: '{}', response: '{}' });
    await next();
    await vi.waitFor(() => expect(cases[0]?.calls).toHaveLength(5_000));
  });
});
