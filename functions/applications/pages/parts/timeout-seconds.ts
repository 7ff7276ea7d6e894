import { MAX_LOAD } from '../../../platform/outbound/max-load.ts';
import { numberOf } from '../../../platform/pages-shell/form-values.ts';

/** The field of forms that has the timeout of requests in seconds; it is stored in ms. */
export const TIMEOUT_FIELD = 'timeoutSeconds';

/** The timeouts that forms take, in seconds. */
export const TIMEOUT_RANGE = `0.001 to ${MAX_LOAD.timeoutMs / 1000}`;

/**
 * The timeout that a form has, ms; what cannot be read as a number is returned as it is, for the endpoint to refuse.
 * Undefined if the field is empty or absent.
 */
export function timeoutOfForm(form: FormData): number | string | undefined {
  const seconds = numberOf(form, TIMEOUT_FIELD);
  return typeof seconds === 'number' ? Math.round(seconds * 1000) : seconds;
}
