import { describe, expect, test } from 'vitest';
import type { LogRow } from '../../../functions/logs/domain/log-row.ts';
import {
  matchesSearch,
  type WindowKind,
  wantedLogs,
  windowKind,
  windowsOfSearch,
} from '../../../functions/logs/domain/wanted-logs.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const OLDEST = NOW - 168 * HOUR;
const RUN = { from: NOW - 30 * MINUTE, to: NOW - 20 * MINUTE };

const wanted = (query: string) => wantedLogs(new URLSearchParams(query));
const windowsOf = (query: string, run: typeof RUN | { from: number; to: null } | null = null) =>
  windowsOfSearch(wanted(query), { now: NOW, oldest: OLDEST, run });

describe('the parameters of a search of logs', () => {
  test('read a trace id in the box as the trace, and search another text', () => {
    expect(wanted(`q= ${TRACE.toUpperCase()} `)).toMatchObject({ trace_id: TRACE, q: '' });
    expect(wanted(`q=stock&trace_id=${TRACE}`)).toMatchObject({ trace_id: TRACE, q: 'stock' });
    expect(wanted(`q=${TRACE.slice(1)}`)).toMatchObject({ trace_id: '', q: TRACE.slice(1) });
  });

  test('drop the times of the original request for another trace', () => {
    const times = 'recorded=2026-11-20T10:00:00Z&replayed=2026-11-20T11:00:00Z';
    expect(wanted(`q=${TRACE}&trace_id=${'1'.repeat(32)}&${times}`)).toMatchObject({ recorded: '', replayed: '' });
    expect(wanted(`q=${TRACE}&trace_id=${TRACE}&${times}`).recorded).toBe('2026-11-20T10:00:00Z');
  });

  test('ignore values that no control sends', () => {
    expect(wanted('level=LOUD&source=cat&window=year')).toMatchObject({ level: '', source: '', window: '' });
    expect(wanted('level=WARN&source=agent&window=1h')).toMatchObject({ level: 'WARN', source: 'agent', window: '1h' });
  });
});

describe('the window of a search', () => {
  test.for<[query: string, kind: WindowKind]>([
    ['', '24h'],
    [`trace_id=${TRACE}`, 'all'],
    [`trace_id=${TRACE}&window=1h`, '1h'],
    ['run=abc', 'run'],
    ['run=abc&window=24h', '24h'],
    ['run=abc&recorded=2026-11-20T10:00:00Z', 'request'],
    ['run=abc&recorded=2026-11-20T10:00:00Z&window=run', 'run'],
    ['window=run', '24h'],
    ['window=request', '24h'],
    ['window=1h&since=2026-11-20T10:00:00Z', 'exact'],
  ])('is, for %j, %s', ([query, kind]) => {
    expect(windowKind(wanted(query))).toBe(kind);
  });

  test('ends now, and reaches as far back as selected', () => {
    expect(windowsOf('window=1h')).toEqual({ windows: [{ since: NOW - HOUR, until: NOW + 1 }] });
    expect(windowsOf('')).toEqual({ windows: [{ since: NOW - 24 * HOUR, until: NOW + 1 }] });
    expect(windowsOf('window=all')).toEqual({ windows: [{ since: OLDEST, until: NOW + 1 }] });
  });

  test('reaches for a run two minutes beyond its requests, and to now while it runs', () => {
    expect(windowsOf('run=abc', RUN)).toEqual({
      windows: [{ since: RUN.from - 2 * MINUTE, until: RUN.to + 2 * MINUTE }],
    });
    expect(windowsOf('run=abc', { ...RUN, to: null })).toEqual({
      windows: [{ since: RUN.from - 2 * MINUTE, until: NOW + 2 * MINUTE }],
    });
  });

  test('is for a request one window for each of its times', () => {
    const at = Date.parse('2026-11-20T10:00:00Z');
    expect(windowsOf('recorded=2026-11-20T10:00:00Z&replayed=2026-11-20T11:00:00Z')).toEqual({
      windows: [at, at + HOUR].map((time) => ({ since: time - 2 * MINUTE, until: time + 2 * MINUTE })),
    });
  });

  test('may lack one of its exact times', () => {
    const at = Date.parse('2026-11-20T10:00:00Z');
    expect(windowsOf('since=2026-11-20T11:00:00%2B01:00')).toEqual({ windows: [{ since: at, until: NOW + 1 }] });
    expect(windowsOf('until=2026-11-20T10:00:00Z')).toEqual({ windows: [{ since: OLDEST, until: at }] });
  });

  test.for<[query: string, field: string, message: string]>([
    ['since=yesterday', 'since', 'Enter an ISO-8601 time'],
    ['until=2026-11-20T10:00:00', 'until', 'Enter an ISO-8601 time'],
    ['since=2026-11-20T10:00:00Z&until=2026-11-20T10:00:00Z', 'since', 'The start must be before the end.'],
  ])('is refused for %s beside the field %s', ([query, field, message]) => {
    expect(windowsOf(query)).toEqual({ errors: { [field]: expect.stringContaining(message) } });
  });
});

describe('matchesSearch', () => {
  const row: LogRow = {
    timestamp: NOW,
    severity: 'WARN',
    body: 'Stock of A-1 is low',
    service_name: 'inventory',
    source: 'app',
    trace_id: TRACE,
  };
  test.for<[query: string, isFound: boolean]>([
    ['', true],
    ['q=stock OF', true],
    ['q=INVENT', true],
    ['q=price', false],
    ['level=WARN', true],
    ['level=ERROR', false],
    ['level=INFO&source=app', true],
    ['source=agent', false],
  ])('returns for %j: %s', ([query, isFound]) => {
    expect(matchesSearch(wanted(query))(row)).toBe(isFound);
  });
});
