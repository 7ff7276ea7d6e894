import { describe, expect, test } from 'vitest';
import type { LogRow } from '../../../functions/logs/domain/log-row.ts';
import { PASS_GAP_MS, tracePasses } from '../../../functions/logs/domain/trace-passes.ts';

const SPAN = 'b7ad6b7169203331';
const row = (timestamp: number, more: Partial<LogRow> = {}): LogRow => ({
  timestamp,
  severity: 'INFO',
  body: '',
  service_name: 'shop',
  source: 'app',
  trace_id: '0af7651916cd43dd8448eb211c80319c',
  span_id: SPAN,
  ...more,
});

describe('the passes of a trace', () => {
  test('are split by a pause above its limit', () => {
    expect(tracePasses([row(0), row(PASS_GAP_MS)])).toHaveLength(1);
    const passes = tracePasses([row(0), row(5), row(6 + PASS_GAP_MS, { replay_id: 'r1' })]);
    expect(passes.map(({ from, to, isReplay }) => [from, to, isReplay])).toEqual([
      [0, 5, false],
      [6 + PASS_GAP_MS, 6 + PASS_GAP_MS, true],
    ]);
  });

  test('list spans in the order of their first entries, each from its first to its last entry', () => {
    const [pass] = tracePasses([
      row(0),
      row(3, { span_id: '11f067aa0ba902b7', service_name: 'db' }),
      row(9, { span_id: '11f067aa0ba902b7', service_name: 'db', severity: 'ERROR' }),
      row(12),
    ]);
    expect(pass?.spans.map(({ service, spanId, from, to, rows }) => [service, spanId, from, to, rows.length])).toEqual([
      ['shop', SPAN, 0, 12, 2],
      ['db', '11f067aa0ba902b7', 3, 9, 2],
    ]);
  });

  test('count entries without a span, which belong to none', () => {
    const { span_id: _, ...bare } = row(4);
    expect(tracePasses([row(0), bare])).toMatchObject([{ spans: [{ to: 0 }], withoutSpan: 1, to: 4 }]);
    expect(tracePasses([bare])).toMatchObject([{ spans: [], withoutSpan: 1 }]);
    expect(tracePasses([])).toEqual([]);
  });
});
