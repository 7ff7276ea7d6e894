import { setTimeout as sleep } from 'node:timers/promises';
import type { AiConfig } from '../settings/config.ts';
import type { Http, Log, Model } from '../world.ts';
import { DIALECTS } from './dialects.ts';
import { failedAttempt, waitBefore } from './model-outcome.ts';
import {
  type ModelFailure,
  type ModelQuestion,
  type ModelReply,
  type ModelSpending,
  NOTHING_SPENT,
  spentTogether,
} from './model-question.ts';

/** Retries after an attempt that failed for a reason other than the question, or whose answer had another form. */
const MOST_RETRIES = 2;
const MOST_UNREADABLE = 1;
/** Minimum remaining time for a request. */
const LEAST_TIME_MS = 100;

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
    const { askOnce } = await import('./ask-once.ts');
    const until = performance.now() + question.timeoutMs;
    let spent: ModelSpending = NOTHING_SPENT;
    let retries = 0;
    let unreadable = 0;
    let dialect = spoken;
    const failed = (reason: ModelFailure, status: number | null): ModelReply<T> => {
      log.warn('the model gave no answer', { reason, http_status: status, calls: spent.calls });
      return { status: 'failed', reason, ...spent };
    };

    for (;;) {
      const timeoutMs = until - performance.now();
      if (timeoutMs < LEAST_TIME_MS) return failed('timeout', null);
      const attempt = await askOnce(ai, question, DIALECTS[dialect] ?? DIALECTS[0], { http, timeoutMs });
      spent = spentTogether(spent, attempt.spent);
      if (attempt.status === 'answered') {
        spoken = dialect;
        return { status: 'answered', value: attempt.value, ...spent };
      }

      const { outcome } = attempt;
      const status = outcome?.kind === 'response' ? outcome.status : null;
      const { reason, again } = attempt.isDeclined
        ? { reason: 'refused' as const, again: null }
        : failedAttempt(outcome);
      if (reason === 'unreadable' && unreadable < MOST_UNREADABLE) {
        unreadable++;
      } else if (again === 'otherwise' && ai.baseUrl !== null && dialect + 1 < DIALECTS.length) {
        dialect++;
      } else if (again === 'later' && retries < MOST_RETRIES) {
        const ms = waitBefore(outcome, retries++);
        if (performance.now() + ms + LEAST_TIME_MS > until) return failed(reason, status);
        await wait(ms);
      } else {
        return failed(reason, status);
      }
    }
  }

  return { ask };
}
