import type { Http } from './http.ts';

/** Headers that do not apply to a body passed on decoded and complete. */
const TRANSFER_HEADERS: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
/** Responses that have no body, not even an empty one (Fetch 2.2.3). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Creates a `fetch` for client libraries whose connections all pass the egress policy. It follows no redirect, and
 * throws if a response exceeds the timeout or the size limit.
 */
export function guardedFetch(
  { send }: Pick<Http, 'send'>,
  { timeoutMs, maxBodyBytes }: { timeoutMs: number; maxBodyBytes: number },
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const outcome = await send({
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      body,
      timeoutMs,
      maxBodyBytes,
    });
    if (outcome.kind !== 'response') throw new Error('no response');
    if (outcome.truncated) throw new Error('the response is too large');
    const headers = outcome.headers.filter(([name]) => !TRANSFER_HEADERS.has(name.toLowerCase()));
    return new Response(WITHOUT_BODY.has(outcome.status) ? null : Buffer.from(outcome.body), {
      status: outcome.status,
      headers: headers.map(([name, value]) => [name, value]),
    });
  };
}
