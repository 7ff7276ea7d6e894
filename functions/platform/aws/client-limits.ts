import { PatientRetries } from './patient-retries.ts';

/** Timeouts and retries of an AWS client; times in ms. */
export interface ClientLimits {
  /** Connection timeout. */
  connectMs: number;
  /** Timeout until the response starts, and between two pieces of it. */
  responseMs: number;
  /** Maximum attempts of one call that is not throttled. */
  tries: number;
  /** Timeout of copying a blob, including retries: S3 may send nothing until it is done. */
  copyMs: number;
}

/**
 * A call ends within 25 s including retries: before the API functions time out (29 s), and long before any step does.
 * The SDK's default is to wait forever.
 */
export const CLIENT_LIMITS: ClientLimits = { connectMs: 1_500, responseMs: 5_000, tries: 3, copyMs: 20_000 };

/** Returns the options of an AWS client with these limits. */
export const clientOptions = ({ connectMs, responseMs, tries }: Omit<ClientLimits, 'copyMs'>) => ({
  retryStrategy: new PatientRetries(tries),
  requestHandler: {
    connectionTimeout: connectMs,
    requestTimeout: responseMs,
    socketTimeout: responseMs,
    // Without this the SDK only logs a warning.
    throwOnRequestTimeout: true,
  },
});
