import type { MadeCall } from '../../functions/mocks/domain/made-call.ts';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import type { NoticedCalls, ResultCalls } from '../../functions/replay/domain/calls/result-calls.ts';

/** A recorded read of a cache. */
export const recordedCall = (key: string, change: Partial<RecordedCall> = {}): RecordedCall => ({
  kind: 'cache',
  target: 'redis',
  operation: 'GET',
  request: JSON.stringify({ command: 'GET', args: [key] }),
  response: JSON.stringify(`value of ${key}`),
  error: null,
  durationMs: 1,
  ...change,
});

/** A made one, which the recorded call of that position answered. */
export const madeCall = (key: string, recorded: number | null, change: Partial<MadeCall> = {}): MadeCall => ({
  kind: 'cache',
  target: 'redis',
  operation: 'GET',
  request: JSON.stringify({ command: 'GET', args: [key] }),
  recorded,
  answeredBy: recorded === null ? 'nothing' : 'recording',
  strategy: recorded === null ? null : 'exact',
  reason: recorded === null ? 'NO_MATCH' : null,
  response: null,
  error: null,
  durationMs: null,
  at: 1,
  ...change,
});

/** Calls that were noticed, without a report of an agent. */
export const noticed = (calls: readonly MadeCall[], change: Partial<NoticedCalls> = {}): NoticedCalls => ({
  isReported: false,
  askedTargets: [...new Set(calls.map(({ target }) => target))],
  calls,
  ...change,
});

/** The calls of a result. */
export const resultCallsOf = (
  recorded: RecordedCall[],
  made: ResultCalls['made'],
  change: Partial<ResultCalls> = {},
): ResultCalls => ({
  state: 'answered',
  isReported: true,
  askedTargets: [],
  recorded,
  made,
  recordedAt: 1_700_000_000_000,
  replayedAt: 1_700_000_100_000,
  ...change,
});

/** A call as agents ask for it. */
export const STOCK_CALL = {
  kind: 'http',
  target: 'stock',
  operation: 'GET /s',
  request: { method: 'GET', path: '/s' },
};
/** One with a parameter that is another one each time. */
export const leaseCall = (lease: number) => ({
  kind: 'cache',
  target: 'locks',
  operation: 'SET',
  request: { command: 'SET', args: ['lock', lease, 'NX'] },
});
