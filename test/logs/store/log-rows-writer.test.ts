import { describe, expect, test } from 'vitest';
import type { LogRow } from '../../../functions/logs/domain/log-row.ts';
import { logRowsWriter } from '../../../functions/logs/store/log-rows-writer.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const NOW = 1_700_000_000_000;

function opened(level: 'DEBUG' | 'INFO' | 'SILENT', append: (rows: readonly LogRow[]) => Promise<void>) {
  const lines: [string, Record<string, unknown> | undefined][] = [];
  const keep = (message: string, facts?: Record<string, unknown>) => lines.push([message, facts]);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  return { lines, ...logRowsWriter({ log, now: () => NOW }, level, append) };
}

describe('log lines of the service as rows (interface 2.8)', () => {
  test('are written as before, and stored with source backend if they have a trace', async () => {
    const stored: LogRow[] = [];
    const { log, lines, settled } = opened('INFO', async (rows) => void stored.push(...rows));
    log.warn('case replayed', { trace_id: TRACE, plan_id: 'p', replay_id: 'r', outcome: 'TIMEOUT' });
    log.info('of no trace', { plan_id: 'p' });
    log.info('of a broken one', { trace_id: 'x' });
    log.debug('below the level', { trace_id: TRACE });
    await settled();
    expect(lines.map(([message]) => message)).toEqual([
      'case replayed',
      'of no trace',
      'of a broken one',
      'below the level',
    ]);
    expect(stored).toEqual([
      {
        timestamp: NOW,
        severity: 'WARN',
        body: 'case replayed {"outcome":"TIMEOUT"}',
        service_name: 'replay-regression',
        source: 'backend',
        trace_id: TRACE,
        replay_id: 'r',
        plan_id: 'p',
      },
    ]);
  });

  test('are not stored with SILENT', async () => {
    let calls = 0;
    const { log, settled } = opened('SILENT', async () => void calls++);
    log.error('x', { trace_id: TRACE });
    await settled();
    expect(calls).toBe(0);
  });

  test('delay no caller when the store is slow: at most 1,000 wait, the rest is dropped and counted once', async () => {
    const slow = Promise.withResolvers<void>();
    const stored: LogRow[] = [];
    const { log, lines, settled } = opened('INFO', async (rows) => {
      await slow.promise;
      stored.push(...rows);
    });
    for (let n = 0; n < 3000; n++) log.info(`line ${n}`, { trace_id: TRACE });
    slow.resolve();
    await settled();
    const [dropped] = lines.filter(([message]) => message === 'log lines were not stored');
    expect(stored.length).toBeLessThanOrEqual(1001);
    expect(dropped?.[1]).toEqual({ count: 3000 - stored.length });
  });

  test('report a failing store in the underlying log only, and are stored again later', async () => {
    let fails = true;
    const stored: LogRow[] = [];
    const { log, lines, settled } = opened('INFO', async (rows) => {
      if (fails) throw new Error('canary');
      stored.push(...rows);
    });
    log.info('lost', { trace_id: TRACE });
    await settled();
    fails = false;
    log.info('kept', { trace_id: TRACE });
    await settled();
    expect(lines).toContainEqual(['log lines were not stored', { count: 1 }]);
    expect(stored.map(({ body }) => body)).toEqual(['kept']);
  });
});
