import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/executionModeStreamifyResponse';
import type { Context } from 'aws-lambda';
import { faultFacts } from '../../fault-facts.ts';
import type { Log } from '../../world.ts';

export interface LambdaFunctionOptions<Answer> {
  logger: Logger;
  log: Log;
  /** Resolves when the lines that were logged so far are stored. */
  flushLogs(): Promise<void>;
  /** The answer to a fault; without one the invocation fails. */
  whenFailed?(): Answer | Promise<Answer>;
  /** The answer streams. */
  streams?: boolean;
}

/**
 * What every function is wrapped in: its log lines name the invocation, a fault is logged once and never by its text,
 * and lines are stored before Lambda freezes the process, also after an answer that streamed.
 */
export const lambdaFunction = <Event, Answer>(
  { logger, log, flushLogs: linesStored, whenFailed, streams = false }: LambdaFunctionOptions<Answer>,
  handler: (event: Event, context: Context) => Promise<Answer>,
) =>
  middy<Event, Answer>({
    requestEnd: linesStored,
    ...(streams && { executionMode: executionModeStreamifyResponse }),
  })
    .use(injectLambdaContext(logger))
    .onError(({ error }) => {
      log.error('invocation failed', faultFacts(error));
      return whenFailed?.();
    })
    .handler(handler);
