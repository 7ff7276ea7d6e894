import { AGENT, type GatewayStage } from './gateway-stage.ts';
import { APP_ID, REPLAY_ID, TRACE_ID } from './mock-stage.ts';
import { get, recorded as recordedCall } from './sample-calls.ts';

/** The recorded trace, as an outsider knows it. */
export const TRACED = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

/** What a call carries, and where `/~{appId}` stands in its path. */
export const CORRELATIONS: Readonly<Record<string, { headers: Record<string, string>; base: string }>> = {
  'replay id': { headers: { 'x-replay-id': REPLAY_ID }, base: '' },
  traceparent: { headers: { traceparent: TRACED }, base: '' },
  tracestate: { headers: { traceparent: TRACED, tracestate: `rojo=1,replay=${REPLAY_ID}` }, base: '' },
  'tracestate of another system': { headers: { traceparent: TRACED, tracestate: 'rojo=1,replay=x' }, base: '' },
  'guessed tracestate': { headers: { traceparent: TRACED, tracestate: `replay=${'e'.repeat(24)}` }, base: '' },
  baggage: { headers: { baggage: `a=b,replay.id=${REPLAY_ID}` }, base: '' },
  single: { headers: {}, base: `/~${APP_ID}` },
  none: { headers: {}, base: '' },
};

/** An application with one recorded call, whose calls to prices are made for real where nothing answers. */
export async function recorded(on: GatewayStage, correlation = 'single'): Promise<void> {
  const response = { status: 200, headers: [], body: 'recorded', bodyEncoding: 'utf8' };
  await on.record('c1', [recordedCall(get('/stock/7'), response)]);
  await on.changeSettings({
    mocks: {
      correlation,
      targets: { prices: { onMiss: 'passThrough', address: 'http://prices.test' } },
    },
  });
  on.really({ kind: 'response', status: 200, headers: [], body: Buffer.from('real'), truncated: false, durationMs: 1 });
}

/** What the application under test does itself while it is replayed, by its key. */
export const ownCalls = async (on: GatewayStage) => {
  const answers = [
    await on.ask('/inventory/stock/7', { headers: AGENT }),
    await on.ask('/inventory/other', { headers: AGENT }),
  ];
  return answers.map(({ status, text, reason }) => [status, reason ?? text]);
};
