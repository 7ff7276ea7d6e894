import { describe, expect, test } from 'vitest';
import { correlationOf } from '../../proxies/correlation.ts';
import type { CallClues, Correlation } from '../../proxies/downstream.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const ID = '0f1e2d3c4b5a69788796a5b4';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('correlationOf', () => {
  test.for<[name: string, clues: CallClues, found: Correlation]>([
    ['x-replay-id, before all others', { replayId: 'a', baggage: 'replay.id=b', traceparent }, { replayId: 'a' }],
    ['baggage', { baggage: 'eval.execution=true, replay.id = b ;p=1,c=d', traceparent }, { replayId: 'b' }],
    ['baggage, first', { baggage: 'replay.id=b' }, { replayId: 'b' }],
    ['tracestate, before the recorded trace', { tracestate: `a=1,replay=${ID}`, traceparent }, { replayId: ID }],
    ['baggage, before tracestate', { baggage: 'replay.id=b', tracestate: `replay=${ID}` }, { replayId: 'b' }],
    ['the recorded trace beside the state of others', { tracestate: 'a=1,replay=x', traceparent }, { traceId: TRACE }],
    ['the recorded trace', { baggage: 'xreplay.id=b', traceparent }, { traceId: TRACE }],
    ['null for an invalid traceparent', { traceparent: '00-xyz' }, null],
    ['null without clues', {}, null],
  ])('finds %s', ([, clues, found]) => {
    expect(correlationOf(clues)).toEqual(found);
  });
});
