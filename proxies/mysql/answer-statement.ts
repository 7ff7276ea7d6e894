import * as sql from '../sql/statement-answers.ts';
import type { Parameter } from './commands.ts';
import { type Result, resultsOf } from './result.ts';
import { NOT_SUPPORTED, UNKNOWN_ERROR } from './server-packets.ts';

/** What a statement of MySQL answers. */
export type StatementAnswer = sql.StatementAnswer<Result>;

/** Makes a call of MySQL for real. */
export type PassThrough = sql.PassThrough<Result>;

/** An answer that is an error of the proxy. */
export const failure = (code: number, message: string): StatementAnswer => ({
  results: [],
  error: { code, sqlState: 'HY000', message },
});

/** Answers statements of one MySQL downstream from the recording. */
export const statementAnswers = (options: sql.AnswerPort, passThrough: PassThrough) =>
  sql.statementAnswers<Result, Parameter>(
    {
      resultsOf,
      missed: (message) => failure(UNKNOWN_ERROR, message),
      unsupported: (message) => failure(NOT_SUPPORTED, message),
      product: 'MySQL',
    },
    options,
    passThrough,
  );
