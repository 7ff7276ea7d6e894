import type { Http } from '../world.ts';

/** Said of a body that is handed on plain and whole. */
const OF_THE_WIRE: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
/** Answers that have no body, not even an empty one (Fetch 2.2.3). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` for client libraries whose every connection passes the egress policy. It follows no redirect, and what takes longer
 * or is larger than told is no answer: it throws.
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
    if (outcome.kind !== 'response') throw new Error('no answer came');
    if (outcome.truncated) throw new Error('the answer is too large');
    const headers = outcome.headers.filter(([name]) => !OF_THE_WIRE.has(name.toLowerCase()));
    return new Response(WITHOUT_BODY.has(outcome.status) ? null : Buffer.from(outcome.body), {
      status: outcome.status,
      headers: headers.map(([name, value]) => [name, value]),
    });
  };
}
