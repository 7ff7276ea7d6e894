import { describe, expect, test } from 'vitest';
import { parseLogsQuery } from '../../../functions/logs/domain/logs-query.ts';

const read = (query: string) => parseLogsQuery(new URLSearchParams(query));
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const GOOD = `trace_id=${TRACE}&since=2026-11-20T10:00:00Z&until=2026-11-20T10:04:00Z`;
const FORM = 'since and until must be ISO-8601 UTC timestamps';

describe('the query of a log lookup (spec 4.9, interface 2.8)', () => {
  test.for<[string, string]>([
    ['', 'trace_id is required'],
    ['trace_id=', 'trace_id is required'],
    ['trace_id=%20', 'trace_id is required'],
    ['trace_id=a', 'since is required'],
    ['trace_id=a&since=%09', 'since is required'],
    ['trace_id=a&since=x', 'until is required'],
    ['trace_id=a&since=x&until=', 'until is required'],
    ['trace_id=a&since=x&until=y', FORM],
    ['trace_id=a&since=2026-11-20T10:00:00Z&until=2026-11-20T10:00:00Z', 'since must be before until'],
    ['trace_id=a&since=2026-11-20T10:00:00.001Z&until=2026-11-20T10:00:00Z', 'since must be before until'],
    ['trace_id=a&since=2026-11-20T10:00:00.0002Z&until=2026-11-20T10:00:00.0002Z', 'since must be before until'],
    ['trace_id=a&since=2026-11-20T10:00:00.0002Z&until=2026-11-20T10:00:00.000199Z', 'since must be before until'],
  ])('is refused for "%s": %s', ([query, text]) => {
    expect(read(query)).toMatchObject({ ok: false, message: text });
  });

  test.for(['replay_id', 'plan_id', 'plan_item_id', 'include_recording_log', 'limit', 'TRACE_ID'])(
    'does not support %s, with other errors too',
    (name) => {
      const message = `unsupported logs query parameter: ${name}`;
      expect(read(`${GOOD}&${name}=1`)).toMatchObject({ ok: false, message });
      expect(read(`${name}=`)).toMatchObject({ ok: false, message });
    },
  );

  test.for(['trace_id', 'since', 'until'])('refuses %s given twice, also if both are blank', (name) => {
    const message = `unsupported logs query parameter: ${name}`;
    expect(read(`${GOOD}&${name}=x`)).toMatchObject({ ok: false, message });
    expect(read(`${name}=&${name}=`)).toMatchObject({ ok: false, message });
  });

  test.for<[string, number]>([
    ['2026-11-20T10:00:00Z', 0],
    ['2026-11-20T10:00Z', 0],
    ['2026-11-20T10:00:00.1Z', 100],
    ['2026-11-20T10:00:00.123Z', 123],
    ['2026-11-20T10:00:00.123999999Z', 123],
    ['2026-11-20T10:00:00%2B00:00', 0],
  ])('reads %s as an instant in UTC, to the millisecond', ([since, ms]) => {
    expect(read(`trace_id=a&since=${since}&until=2027-01-01T00:00:00Z`)).toMatchObject({
      ok: true,
      value: { since: Date.UTC(2026, 10, 20, 10) + ms },
    });
  });

  test('accepts a window within one millisecond, which has no row', () => {
    const since = '2026-11-20T10:00:00.000199Z';
    expect(read(`trace_id=a&since=${since}&until=2026-11-20T10:00:00.0002Z`)).toMatchObject({
      ok: true,
      value: { since: Date.UTC(2026, 10, 20, 10), until: Date.UTC(2026, 10, 20, 10), query: { since } },
    });
  });

  test.for([
    '2026-11-20T10:00:00',
    '2026-11-20T10:00:00%2B08:00',
    '2026-11-20',
    '2026-02-30T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:61:00Z',
    '2026-11-20T10:00:00.Z',
    '1700000000000',
    'yesterday',
  ])('refuses %s as a time', (since) => {
    expect(read(`trace_id=a&since=${since}&until=2027-01-01T00:00:00Z`)).toMatchObject({ ok: false, message: FORM });
  });

  test('looks up a trace id in lower case and returns it as sent', () => {
    expect(read(GOOD.replace(TRACE, TRACE.toUpperCase()))).toMatchObject({
      ok: true,
      value: { traceId: TRACE, query: { value: TRACE.toUpperCase(), since: '2026-11-20T10:00:00Z' } },
    });
  });
});
