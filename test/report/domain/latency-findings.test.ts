import { describe, expect, test } from 'vitest';
import type { EndpointTimes } from '../../../functions/replay/domain/latency/endpoint-times.ts';
import { FINDINGS_EXAMPLE } from '../../../functions/report/api/findings-doc.ts';
import { MAX_LISTED_TIMES, timedFindings } from '../../../functions/report/domain/latency-findings.ts';

const { latency: _, ...FINDINGS } = FINDINGS_EXAMPLE;

const endpoint = (operation: string, low?: number): EndpointTimes => ({
  operation,
  method: 'GET',
  replayed: { p50: 1, p95: 2, p99: 3, n: 20 },
  ...(low !== undefined && { ratio: { p95: 2, low, high: 3 } }),
});

describe('findings.latency (interface 13)', () => {
  test('lists what became slower for certain first, and endpoints without a ratio last', () => {
    const { latency } = timedFindings(FINDINGS, [endpoint('/a'), endpoint('/b', 0.8), endpoint('/c', 1.4)]);
    expect(latency?.map(({ operationName }) => operationName)).toEqual(['/c', '/b', '/a']);
    expect(latency?.[2]).toEqual({ operationName: '/a', method: 'GET', replayed: { p50: 1, p95: 2, p99: 3, n: 20 } });
  });

  test('is absent in runs of earlier versions', () => {
    expect(timedFindings(FINDINGS, undefined)).toEqual(FINDINGS);
  });

  test.for([
    [MAX_LISTED_TIMES, undefined],
    [MAX_LISTED_TIMES + 1, 1],
  ] as const)('of %i endpoints omits %o', ([count, omitted]) => {
    const times = Array.from({ length: count }, (_none, at) => endpoint(`/${at}`));
    expect(timedFindings(FINDINGS, times).latencyOmitted).toBe(omitted);
    expect(timedFindings(FINDINGS, times).latency).toHaveLength(MAX_LISTED_TIMES);
  });
});
