import type { CallRequest, Correlation, DownstreamOptions, MatchAnswer } from '../downstream.ts';
import { missText } from '../wire/missed-call.ts';
import { recordedError } from '../wire/recorded-error.ts';
import type { Statement } from './statement.ts';

/** What a statement answers: results, and then an error if it failed. */
export interface StatementAnswer<Result> {
  results: Result[];
  error: Record<string, unknown> | null;
}

/** Makes a call for real. */
export type PassThrough<Result> = (call: CallRequest, correlation: Correlation) => Promise<StatementAnswer<Result>>;

/** What one database protocol has of its own. */
export interface SqlProtocol<Result> {
  /** The recorded results; null for anything else. */
  resultsOf(response: unknown): Result[] | null;
  /** An answer that is an error of the proxy. */
  missed(message: string): StatementAnswer<Result>;
  unsupported(message: string): StatementAnswer<Result>;
  /** As in `not a PostgreSQL result`. */
  product: string;
}

/** The port of recorded answers. */
export type AnswerPort = Pick<DownstreamOptions, 'name' | 'matchCall' | 'matchStartup'>;

/** How a statement is answered. */
export type AnsweredKind = { kind: 'unsupported'; what: string } | { kind: 'startup' } | { kind: string };

/** Answers statements of one downstream from the recording. */
export function statementAnswers<Result, Parameter>(
  protocol: SqlProtocol<Result>,
  { name, matchCall, matchStartup }: AnswerPort,
  passThrough: PassThrough<Result>,
) {
  return async (
    { sql, operation }: Statement,
    kind: AnsweredKind,
    parameters: readonly Parameter[],
    correlation: Correlation,
  ): Promise<StatementAnswer<Result>> => {
    if ('what' in kind) return protocol.unsupported(`replay: ${kind.what} is not supported in replay`);
    const call: CallRequest = { kind: 'database', target: name, operation, request: { sql, parameters } };
    const startup = kind.kind === 'startup' ? await matchStartup(call) : null;
    const answer = startup?.matched ? startup : await matchCall(correlation, call);
    if (!answer.matched && answer.onMiss === 'passThrough') return passThrough(call, correlation);
    if (!answer.matched && answer.onMiss === 'fail') return protocol.missed(missText(answer));
    return givenAnswer(protocol, answer);
  };
}

/** Of a recorded or configured response. */
function givenAnswer<Result>(
  { resultsOf, missed, product }: SqlProtocol<Result>,
  answer: MatchAnswer,
): StatementAnswer<Result> {
  const error = answer.matched && answer.error ? recordedError(answer.error) : null;
  const results = answer.response === undefined || answer.response === null ? [] : resultsOf(answer.response);
  if (results === null || (results.length === 0 && error === null))
    return missed(`replay: the recorded or configured response is not a ${product} result`);
  return { results, error };
}
