import { expect, test } from 'vitest';
import type { LogRow } from '../../../functions/logs/domain/log-row.ts';
import { tracePasses } from '../../../functions/logs/domain/trace-passes.ts';
import { traceWaterfall } from '../../../functions/logs/pages/trace-waterfall.ts';

const DAY = 86_400_000;
const row = (timestamp: number, service_name: string, more: Partial<LogRow> = {}): LogRow => ({
  timestamp,
  severity: 'INFO',
  body: 'x',
  service_name,
  source: 'app',
  trace_id: '1'.repeat(32),
  span_id: service_name.padEnd(16, '0'),
  ...more,
});

test('both passes of a trace share one scale, and a service without entries in the replay is named', async () => {
  const replay = { plan_id: '6a0f3c40a1b2c3d4e5f60718' };
  const passes = tracePasses([
    row(DAY, 'shop'),
    row(DAY + 10, 'stock'),
    row(DAY + 100, 'shop'),
    row(3 * DAY, 'shop', replay),
    row(3 * DAY + 50, 'shop', replay),
  ]);
  const html = String(await traceWaterfall(passes, 4 * DAY));
  const widths = [...html.matchAll(/<rect class="(recorded|replayed)" x="\d+" y="5" width="(\d+)"/g)].map(
    ([, ...one]) => one.join(' '),
  );
  expect(widths).toEqual(['recorded 1000', 'recorded 8', 'replayed 500']);
  const [, replayed = ''] = html.split('>Replayed</h2>');
  expect(replayed).toMatch(/<th scope="row" class="nowrap"><code>stock<\/code><\/th>.*no entry, unlike the recording/s);
});

test('the newest replay stands beside the recording, and earlier ones are folded', async () => {
  const passes = tracePasses([
    row(DAY, 'shop'),
    ...[2, 3, 4].map((day) => row(day * DAY, 'shop', { replay_id: `r${day}` })),
  ]);
  const html = String(await traceWaterfall(passes, 5 * DAY));
  const [beside = '', folded = ''] = html.split('<details');
  expect([...beside.matchAll(/<h2[^>]*>(\w+)/g)].map(([, name]) => name)).toEqual(['Recorded', 'Replayed']);
  expect(beside).toContain(new Date(4 * DAY).toISOString());
  expect(folded).toContain('Earlier replays <span class="count">2</span>');
  expect(folded).toContain(new Date(2 * DAY).toISOString());
});
