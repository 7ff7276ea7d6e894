import type { CallRequest, Correlation, DownstreamOptions } from '../downstream.ts';
import type { Statement } from '../sql/statement.ts';
import { missText } from '../wire/missed-call.ts';
import { recordedError } from '../wire/recorded-error.ts';
import type { WireValue } from '../wire/wire-value.ts';
import { type Result, resultsOf } from './result.ts';
import type { StatementKind } from './statement-kind.ts';

/** What a statement answers: results, and then an error if it failed. */
export interface StatementAnswer {
  results: Result[];
  error: Record<string, unknown> | null;
}

/** Makes a call for real. */
export type PassThrough = (call: CallRequest, correlation: Correlation) => Promise<StatementAnswer>;

/** What a made call lacks is a fault of the system, not of the statement (SQLSTATE class 58). */
const MISSED = '58000';
export const NOT_SUPPORTED = '0A000';

/** An answer that is an error of the proxy. */
export const failure = (code: string, message: string): StatementAnswer => ({
  results: [],
  error: { severity: 'ERROR', severityCode: 'ERROR', code, message },
});

/** Answers statements of one downstream from the recording. */
export function statementAnswers(
  { name, matchCall, matchStartup }: Pick<DownstreamOptions, 'name' | 'matchCall' | 'matchStartup'>,
  passThrough: PassThrough,
) {
  return async (
    { sql, operation }: Statement,
    kind: StatementKind,
    parameters: readonly WireValue[],
    correlation: Correlation,
  ): Promise<StatementAnswer> => {
    if (kind.kind === 'unsupported') return failure(NOT_SUPPORTED, `replay: ${kind.what} is not supported in replay`);
    const call: CallRequest = { kind: 'database', target: name, operation, request: { sql, parameters } };
    const startup = kind.kind === 'startup' ? await matchStartup(call) : null;
    const answer = startup?.matched ? startup : await matchCall(correlation, call);
    if (!answer.matched && answer.onMiss === 'passThrough') return passThrough(call, correlation);
    if (!answer.matched && answer.onMiss === 'fail') return failure(MISSED, missText(answer));
    const failed = answer.matched && answer.error ? recordedError(answer.error) : null;
    const results = answer.response === undefined || answer.response === null ? [] : resultsOf(answer.response);
    if (results === null || (results.length === 0 && failed === null))
      return failure(MISSED, 'replay: the configured or recorded answer is no result of PostgreSQL');
    return { results, error: failed };
  };
}
