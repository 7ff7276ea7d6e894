import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import * as v from 'valibot';
import type { HostIdentity } from './host-identity.ts';
import { Refused } from './refused.ts';
import { retryRequest } from './retry-request.ts';

const Problem = v.object({ code: v.string() });
const Token = v.object({ access_token: v.string(), expires_in: v.number() });

/** How long before its expiry a token is replaced. */
const MARGIN_MS = 60_000;
/** Longer than the service's long-poll time. */
const REQUEST_MS = 40_000;

export type ServiceClient = ReturnType<typeof serviceClient>;

/**
 * Calls the service as one host: gets tokens on demand, and retries while the service is unavailable. Follows no
 * redirect, since credentials would be sent along.
 */
export function serviceClient({
  url,
  audience,
  host,
  now = Date.now,
}: {
  url: string;
  /** The service's own URL of its token endpoint. Default: that below `url`. */
  audience: string;
  host: HostIdentity;
  /** Epoch ms. */
  now?: () => number;
}) {
  let token: { text: string; until: number } | undefined;

  async function freshToken(): Promise<string> {
    if (token && now() < token.until) return token.text;
    const issued = Math.floor(now() / 1000);
    const assertion = await new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'EdDSA', kid: host.keyid })
      .setIssuer(host.host_id)
      .setSubject(host.host_id)
      .setAudience(audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + 60)
      .sign(await importJWK(host.key, 'EdDSA'));
    const answer = await fetch(`${url}/api/v1/eval/hosts/token`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const { access_token, expires_in } = v.parse(Token, await readAnswer(answer));
    token = { text: access_token, until: now() + expires_in * 1000 - MARGIN_MS };
    return access_token;
  }

  async function once(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const answer = await fetch(`${url}/api/v1/eval${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${await freshToken()}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    });
    if (answer.status === 401) token = undefined;
    return readAnswer(answer);
  }

  return {
    /**
     * Posts JSON, with retries while the service is unavailable or busy; null for 204. Throws Refused, and the signal's
     * reason when it aborts.
     */
    async post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
      let tokens = 0;
      return retryRequest(async () => {
        try {
          return await once(path, body, signal);
        } catch (fault) {
          // A token may have expired, or its signing key been removed: retry once with a new one.
          if (!(fault instanceof Refused && fault.code === 'unauthenticated' && tokens++ === 0)) throw fault;
          return once(path, body, signal);
        }
      }, signal);
    },
  };
}

/**
 * Parses a response of the service; null without a body. Throws Refused, and SyntaxError for a successful response that
 * is not JSON.
 */
export async function readAnswer(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (answer.ok) return text === '' ? null : JSON.parse(text);
  const problem = v.safeParse(Problem, jsonIn(text));
  throw new Refused(answer.status, problem.success ? problem.output.code : 'unknown');
}

/** A proxy in between may return its own page while the service is unavailable. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
