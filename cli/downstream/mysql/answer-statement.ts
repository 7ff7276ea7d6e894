import type { CallRequest, Correlation, DownstreamOptions } from '../downstream.ts';
import type { Statement } from '../sql/statement.ts';
import { missText } from '../wire/missed-call.ts';
import { recordedError } from '../wire/recorded-error.ts';
import type { Parameter } from './commands.ts';
import { type Result, resultsOf } from './result.ts';
import { NOT_SUPPORTED, UNKNOWN_ERROR } from './server-packets.ts';
import type { StatementKind } from './statement-kind.ts';

/** What a statement answers: results, and then an error if it failed. */
export interface StatementAnswer {
  results: Result[];
  error: Record<string, unknown> | null;
}

/** Makes a call for real. */
export type PassThrough = (call: CallRequest, correlation: Correlation) => Promise<StatementAnswer>;

/** An answer that is an error of the proxy. */
export const failure = (code: number, message: string): StatementAnswer => ({
  results: [],
  error: { code, sqlState: 'HY000', message },
});

/** Answers statements of one downstream from the recording. */
export function statementAnswers(
  { name, matchCall, matchStartup }: Pick<DownstreamOptions, 'name' | 'matchCall' | 'matchStartup'>,
  passThrough: PassThrough,
) {
  return async (
    { sql, operation }: Statement,
    kind: StatementKind,
    parameters: readonly Parameter[],
    correlation: Correlation,
  ): Promise<StatementAnswer> => {
    if (kind.kind === 'unsupported') return failure(NOT_SUPPORTED, `replay: ${kind.what} is not supported in replay`);
    const call: CallRequest = { kind: 'database', target: name, operation, request: { sql, parameters } };
    const startup = kind.kind === 'startup' ? await matchStartup(call) : null;
    const answer = startup?.matched ? startup : await matchCall(correlation, call);
    if (!answer.matched && answer.onMiss === 'passThrough') return passThrough(call, correlation);
    if (!answer.matched && answer.onMiss === 'fail') return failure(UNKNOWN_ERROR, missText(answer));
    const failed = answer.matched && answer.error ? recordedError(answer.error) : null;
    const results = answer.response === undefined || answer.response === null ? [] : resultsOf(answer.response);
    if (results === null || (results.length === 0 && failed === null))
      return failure(UNKNOWN_ERROR, 'replay: the configured or recorded answer is no result of MySQL');
    return { results, error: failed };
  };
}
