import { StandardRetryStrategy } from '@smithy/core/retry';

type Token = Awaited<ReturnType<StandardRetryStrategy['acquireInitialRetryToken']>>;
type Failure = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];

/** Maximum attempts of a call while AWS throttles it. Their pauses take 5 s at most. @internal */
export const MAX_THROTTLED_TRIES = 8;

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 2000;

/** Exponential backoff with full jitter, also for throttled calls, for which the SDK would wait up to 20 s. */
const BACKOFF = {
  computeNextBackoffDelay: (retries: number) => Math.random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries),
  setDelayBase() {},
};

/**
 * Retries a throttled call more often than any other: it is answered at once, and one of 10,000 writes would otherwise
 * end the step of a run. Other failures may have taken their whole timeout, so they have `tries` attempts.
 */
export class PatientRetries extends StandardRetryStrategy {
  readonly #tries: number;

  constructor(tries: number) {
    super({ maxAttempts: MAX_THROTTLED_TRIES, backoff: BACKOFF });
    this.#tries = tries;
  }

  override async refreshRetryTokenForRetry(token: Token, failure: Failure): Promise<Token> {
    if (failure.errorType !== 'THROTTLING' && token.getRetryCount() + 1 >= this.#tries)
      throw new Error('no further attempt');
    return super.refreshRetryTokenForRetry(token, failure);
  }
}
