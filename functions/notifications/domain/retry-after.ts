/** Maximum honoured Retry-After (facts: delivery 2.2). */
const MAX_RETRY_AFTER_MS = 600_000;

/**
 * Wait in ms requested by a Retry-After header at `now`, at most 10 minutes. 0 if it is unreadable (RFC 9110 10.2.3).
 */
export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  const at = /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.min(Math.max(at - now, 0), MAX_RETRY_AFTER_MS);
}
