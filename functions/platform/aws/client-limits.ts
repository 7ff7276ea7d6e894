/** How long a client of AWS tries; times in ms. */
export interface ClientLimits {
  /** Until there is a connection. */
  connectMs: number;
  /** Until the answer begins, and between two pieces of it. */
  answerMs: number;
  /** Requests of one call in all. */
  tries: number;
  /** Of a copy of a blob in all, with its tries: S3 may say nothing until it is done. */
  copyMs: number;
}

/**
 * With its tries a call ends within 20 s: before the functions behind the API are stopped (29 s), and long before any step is. Left
 * alone, the SDK waits for an answer for ever.
 */
export const CLIENT_LIMITS: ClientLimits = { connectMs: 1_500, answerMs: 5_000, tries: 3, copyMs: 20_000 };

/** The options that hold a client of AWS to limits. */
export const clientOptions = ({ connectMs, answerMs, tries }: Omit<ClientLimits, 'copyMs'>) => ({
  maxAttempts: tries,
  requestHandler: {
    connectionTimeout: connectMs,
    requestTimeout: answerMs,
    socketTimeout: answerMs,
    // Without this the SDK only writes a warning.
    throwOnRequestTimeout: true,
  },
});
