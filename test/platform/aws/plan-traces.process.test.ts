import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { annotatingLog } from '../../../functions/platform/aws/plan-traces.ts';
import type { Log } from '../../../functions/platform/world.ts';

const daemon = createSocket('udp4');
const received: string[] = [];
daemon.on('message', (bytes) => received.push(bytes.toString()));
const environment: { AWS_XRAY_DAEMON_ADDRESS?: string; _X_AMZN_TRACE_ID?: string } = {};
beforeAll(async () => {
  daemon.bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  environment.AWS_XRAY_DAEMON_ADDRESS = `127.0.0.1:${daemon.address().port}`;
});
afterAll(() => daemon.close());

const lines: unknown[] = [];
const write = (message: string, facts?: Record<string, unknown>) => void lines.push([message, facts]);
const inner: Log = { debug: write, info: write, warn: write, error: write };
beforeEach(() => {
  lines.length = 0;
  received.length = 0;
});

/** What the daemon has received once it has this many documents. */
async function documents(count: number) {
  while (received.length < count) await once(daemon, 'message');
  return received.map((text) => {
    const [header = '', document = ''] = text.split('\n');
    expect(JSON.parse(header)).toEqual({ format: 'json', version: 1 });
    return JSON.parse(document);
  });
}

const traceOf = (digit: string, sampled = '1') =>
  `Root=1-00000000-${digit.repeat(24)};Parent=${digit.repeat(16)};Sampled=${sampled};Lineage=1:a:0`;

test('the trace of an invocation is annotated once with each plan that its lines name', async () => {
  const log = annotatingLog(inner, { environment, now: () => 1_500 });
  environment._X_AMZN_TRACE_ID = traceOf('a');
  log.info('replay triggered', { plan_id: 'p1', app_id: 'shop' });
  log.debug('chunk replayed', { plan_id: 'p1' });
  log.warn('notification not sent', { plan_id: 'p2' });
  log.error('request failed');
  environment._X_AMZN_TRACE_ID = traceOf('b');
  log.info('replay settled', { plan_id: 'p1' });
  const found = await documents(3);
  expect(found.map(({ trace_id, annotations }) => [trace_id.slice(-1), annotations])).toEqual([
    ['a', { plan_id: 'p1' }],
    ['a', { plan_id: 'p2' }],
    ['b', { plan_id: 'p1' }],
  ]);
  expect(found[0]).toEqual({
    name: 'plan',
    type: 'subsegment',
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    trace_id: `1-00000000-${'a'.repeat(24)}`,
    parent_id: 'a'.repeat(16),
    start_time: 1.5,
    end_time: 1.5,
    annotations: { plan_id: 'p1' },
  });
  expect(lines).toHaveLength(5);
  expect(lines[0]).toEqual(['replay triggered', { plan_id: 'p1', app_id: 'shop' }]);
});

test('a trace that is not sampled, or an invocation without one, is not annotated', async () => {
  const log = annotatingLog(inner, { environment, now: () => 0 });
  environment._X_AMZN_TRACE_ID = traceOf('c', '0');
  log.info('replay settled', { plan_id: 'p3' });
  delete environment._X_AMZN_TRACE_ID;
  log.info('replay settled', { plan_id: 'p4' });
  environment._X_AMZN_TRACE_ID = traceOf('d');
  log.info('replay settled', { plan_id: 'p5' });
  expect((await documents(1)).map(({ annotations }) => annotations.plan_id)).toEqual(['p5']);
});

test('without a daemon the log is as it was', () => {
  expect(annotatingLog(inner, { environment: {}, now: () => 0 })).toBe(inner);
});
