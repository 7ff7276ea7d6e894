import { describe, expect, test } from 'vitest';
import { searchPrefixes } from '../../../functions/logs/domain/search-prefixes.ts';
import { wantedLogs } from '../../../functions/logs/domain/wanted-logs.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('the prefixes of the search box', () => {
  test.for([
    ['no rate carriers', { q: 'no rate carriers' }],
    [`trace:${TRACE}`, { q: '', trace: TRACE }],
    [`TRACE: ${TRACE} timeout`, { q: 'timeout', trace: TRACE }],
    ['request:case-1', { q: '', request: 'case-1' }],
    ['run:"Split heavy parcels" no rate', { q: 'no rate', run: 'Split heavy parcels' }],
    ['run:6a0f3c40a1b2c3d4e5f60718', { q: '', run: '6a0f3c40a1b2c3d4e5f60718' }],
    ['see trace:a trace:b', { q: 'see', trace: 'b' }],
    ['http://retrace:80/x', { q: 'http://retrace:80/x' }],
    ['trace:', { q: 'trace:' }],
  ] as const)('are read in %j', ([text, read]) => {
    expect(searchPrefixes(text)).toEqual(read);
  });

  test('become the parameters of the search, and leave the text', () => {
    const wanted = wantedLogs(new URLSearchParams({ q: `trace:${TRACE.toUpperCase()} run:abc timeout` }));
    expect(wanted).toMatchObject({ trace_id: TRACE, run: 'abc', q: 'timeout' });
  });

  test('leave times of the trace that was shown before behind', () => {
    const before = { trace_id: 'f'.repeat(32), recorded: '2026-11-20T12:00:00Z' };
    expect(wantedLogs(new URLSearchParams({ ...before, q: `trace:${TRACE}` })).recorded).toBe('');
  });
});
