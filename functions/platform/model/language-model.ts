import { setTimeout as sleep } from 'node:timers/promises';
import type { Http } from '../outbound/http.ts';
import type { AiConfig } from '../settings/config.ts';
import type { Log, Model } from '../world.ts';
import { DIALECTS } from './dialects.ts';
import { failedAttempt, retryDelayMs } from './model-outcome.ts';
import {
  addSpending,
  type ModelFailure,
  type ModelQuestion,
  type ModelReply,
  type ModelSpending,
  NO_SPENDING,
} from './model-question.ts';

/** Retries after an attempt that failed for a reason other than the question, or whose answer had another form. */
const MAX_RETRIES = 2;
const MAX_UNREADABLE_ANSWERS = 1;
/** Minimum remaining time for a request. */
const MIN_TIME_MS = 100;

export interface ModelOptions {
  http: Pick<Http, 'send'>;
  log: Log;
  wait?: (ms: number) => Promise<unknown>;
}

/** The language model of both worlds (interface 1, SVC_AI_*), through the AI SDK and the guarded outbound client. */
export function languageModel(ai: AiConfig, { http, log, wait = sleep }: ModelOptions): Model {
  /** The dialect that the endpoint last accepted. */
  let spoken = 0;

  async function ask<T>(question: ModelQuestion<T>): Promise<ModelReply<T>> {
    // The SDK loads slowly, and most processes never need it.
    const { callModel } = await import('./call-model.ts');
    const until = performance.now() + question.timeoutMs;
    let spent: ModelSpending = NO_SPENDING;
    let retries = 0;
    let unreadable = 0;
    let dialect = spoken;
    const failed = (reason: ModelFailure, status: number | null): ModelReply<T> => {
      log.warn('the model gave no response', { reason, http_status: status, calls: spent.calls });
      return { status: 'failed', reason, ...spent };
    };

    for (;;) {
      const timeoutMs = until - performance.now();
      if (timeoutMs < MIN_TIME_MS) return failed('timeout', null);
      const attempt = await callModel(ai, question, DIALECTS[dialect] ?? DIALECTS[0], { http, timeoutMs });
      spent = addSpending(spent, attempt.spent);
      if (attempt.status === 'answered') {
        spoken = dialect;
        return { status: 'answered', value: attempt.value, ...spent };
      }

      const { outcome } = attempt;
      const status = outcome?.kind === 'response' ? outcome.status : null;
      const { reason, retry } = attempt.isDeclined
        ? { reason: 'refused' as const, retry: null }
        : failedAttempt(outcome);
      if (reason === 'unreadable' && unreadable < MAX_UNREADABLE_ANSWERS) {
        unreadable++;
      } else if (retry === 'otherwise' && ai.baseUrl !== null && dialect + 1 < DIALECTS.length) {
        dialect++;
      } else if (retry === 'later' && retries < MAX_RETRIES) {
        const ms = retryDelayMs(outcome, retries++);
        if (performance.now() + ms + MIN_TIME_MS > until) return failed(reason, status);
        await wait(ms);
      } else {
        return failed(reason, status);
      }
    }
  }

  return { ask };
}
