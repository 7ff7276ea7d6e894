import type { CallsToCompare, PairedCall } from '../../../../functions/compare/domain/calls/calls-to-compare.ts';
import { compareCalls } from '../../../../functions/compare/domain/calls/compare-calls.ts';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import { rulesOf } from '../compare-two.ts';

export const RECORDED_AT = Date.parse('2026-11-20T10:00:00.000Z');
export const REPLAYED_AT = Date.parse('2026-11-23T18:30:00.000Z');

/** A call by HTTP. */
export const http = (path: string, body: unknown = null, headers: unknown = []): Partial<RecordedCall> => ({
  kind: 'http',
  target: 'inventory',
  operation: 'POST /stock',
  request: JSON.stringify({
    method: 'POST',
    path,
    headers,
    body: body === null || typeof body === 'string' ? body : JSON.stringify(body),
    bodyEncoding: 'utf8',
  }),
});
/** A statement with its parameters. */
export const sql = (text: string, ...parameters: unknown[]): Partial<RecordedCall> => ({
  kind: 'database',
  target: 'orders',
  operation: 'select from orders',
  request: JSON.stringify({ sql: text, parameters }),
});
/** A read of a cache. */
export const cache = (...args: unknown[]): Partial<RecordedCall> => ({
  kind: 'cache',
  target: 'redis',
  operation: 'GET',
  request: JSON.stringify({ command: 'GET', args }),
});
/** A call of another kind. */
export const other = (target: string, request: unknown): Partial<RecordedCall> => ({
  kind: 'other',
  target,
  operation: 'random',
  request: JSON.stringify(request),
});

const recordedCall = (call: Partial<RecordedCall>): RecordedCall => ({
  kind: 'http',
  target: 'inventory',
  operation: 'GET /stock/{id}',
  request: 'null',
  response: 'null',
  error: null,
  durationMs: 1,
  ...call,
});
/** Made calls are paired in the order of the recorded ones, unless they say otherwise. */
const pairedCall = (call: Partial<RecordedCall> & Partial<PairedCall>, index: number): PairedCall => ({
  ...recordedCall(call),
  response: null,
  recorded: index,
  isReused: false,
  ...call,
});

/** Compares recorded with made calls, each of which corresponds to the recorded one of its position by default. */
export const compared = (
  recorded: readonly Partial<RecordedCall>[],
  made: readonly (Partial<RecordedCall> & Partial<PairedCall>)[],
  { rules = [], ...facts }: Partial<CallsToCompare> & { rules?: Partial<CompareRule>[] } = {},
) =>
  compareCalls(
    {
      recorded: recorded.map(recordedCall),
      made: made.map(pairedCall),
      isAsked: () => true,
      sent: { recorded: '', made: '' },
      times: { recordedAt: RECORDED_AT, replayedAt: REPLAYED_AT },
      isMapped: () => false,
      ...facts,
    },
    rulesOf(...rules),
  );

/** `KIND subject` of every difference, with ` (rule)` after an ignored one. */
export const shown = (...args: Parameters<typeof compared>) =>
  compared(...args).differences.map(
    ({ kind, subject, rule }) => `${kind} ${subject}${rule === null ? '' : ` (${rule})`}`,
  );
