import { describe, expect, test } from 'vitest';
import { knownValues } from '../../../../functions/platform/standalone/metrics/known-values.ts';
import { serviceMetrics } from '../../../../functions/platform/standalone/metrics/service-metrics.ts';
import type { Log } from '../../../../functions/platform/world.ts';

function stage() {
  const written: unknown[][] = [];
  const write: Log['info'] = (...line) => void written.push(line);
  const metrics = serviceMetrics();
  return { metrics, written, log: metrics.counted({ debug: write, info: write, warn: write, error: write }) };
}

const request = { method: 'GET', route: '/api/replays', status: 200, durationMs: 4, errorCode: null };

describe('the metrics of a service', () => {
  test('keep the values of a label below a maximum', () => {
    const label = knownValues(2);
    expect(['A', 'B', 'C', 'A', 7, 'with space', ''].map(label)).toEqual([
      'A',
      'B',
      'other',
      'A',
      'other',
      'other',
      'other',
    ]);
  });

  test('count each line once, and write it unchanged', async () => {
    const { metrics, written, log } = stage();
    log.info('replay settled', { outcome: 'CLEAN', result_ms: 1500, misses: 3, app_id: 'shop' });
    log.debug('case replayed', { outcome: 'answered', duration_ms: 20 });
    log.warn('notification not sent', { type: 'webhook', outcome: 'RETRY', channel_id: 'c' });
    log.warn('egress denied', { reason: 'denied-address' });
    log.error('request failed', { fault_name: 'TypeError' });
    log.info('toString', {});
    expect(written).toHaveLength(6);
    const text = await metrics.text();
    for (const line of [
      'replay_runs_total{state="CLEAN"} 1',
      'replay_run_duration_seconds_sum 1.5',
      'replay_mock_misses_total 3',
      'replay_cases_total{outcome="answered"} 1',
      'replay_case_duration_seconds_sum 0.02',
      'replay_deliveries_total{type="webhook",outcome="RETRY"} 1',
      'replay_egress_denied_total{reason="denied-address"} 1',
      'replay_faults_total{fault_name="TypeError"} 1',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).not.toContain('shop');
  });

  test('know methods of HTTP, and count others as one', async () => {
    const { metrics } = stage();
    metrics.observe(request);
    for (let n = 0; n < 50; n++) metrics.observe({ ...request, method: `M${n}` });
    const text = await metrics.text();
    expect(text).toContain(
      '_count{http_request_method="_OTHER",http_route="/api/replays",http_response_status_code="200"} 50\n',
    );
    expect(text.match(/_count\{/g)).toHaveLength(2);
  });

  test('have at most some hundred series for endless codes and fault names', async () => {
    const { metrics, log } = stage();
    for (let n = 0; n < 2000; n++) {
      metrics.observe({ ...request, status: 400, errorCode: `CODE_${n}` });
      log.error('request failed', { fault_name: `Fault${n}` });
    }
    const text = await metrics.text();
    expect(text.match(/^replay_errors_total\{/gm)).toHaveLength(301);
    expect(text.match(/^replay_faults_total\{/gm)).toHaveLength(101);
  });
});
