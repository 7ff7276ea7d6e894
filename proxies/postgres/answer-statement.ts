import * as sql from '../sql/statement-answers.ts';
import type { WireValue } from '../wire/wire-value.ts';
import { type Result, resultsOf } from './result.ts';

/** What a statement of PostgreSQL answers. */
export type StatementAnswer = sql.StatementAnswer<Result>;

/** Makes a call of PostgreSQL for real. */
export type PassThrough = sql.PassThrough<Result>;

/** What a made call lacks is a fault of the system, not of the statement (SQLSTATE class 58). */
const MISSED = '58000';
export const NOT_SUPPORTED = '0A000';

/** An answer that is an error of the proxy. */
export const failure = (code: string, message: string): StatementAnswer => ({
  results: [],
  error: { severity: 'ERROR', severityCode: 'ERROR', code, message },
});

/** Answers statements of one PostgreSQL downstream from the recording. */
export const statementAnswers = (options: sql.AnswerPort, passThrough: PassThrough) =>
  sql.statementAnswers<Result, WireValue>(
    {
      resultsOf,
      missed: (message) => failure(MISSED, message),
      unsupported: (message) => failure(NOT_SUPPORTED, message),
      product: 'PostgreSQL',
    },
    options,
    passThrough,
  );
