import { createHash, timingSafeEqual } from 'node:crypto';
import { type EndpointFacts, ERRORS } from './api.ts';
import { isCrossSite } from './cross-site.ts';
import type { ErrorRow } from './error-row.ts';
import { type OwnNames, ownOrigin } from './own-origin.ts';

export interface AnonymousAccessOptions extends OwnNames {
  /** The token that each request must carry; null if none is needed. */
  token: string | null;
}

/** The error for a request to an endpoint without a scope; null: it may continue. */
export type AnonymousRefusal = (request: Request, endpoint: Pick<EndpointFacts, 'body'>) => ErrorRow | null;

/**
 * Checks requests to endpoints without a scope. Such callers are identified by their network alone, so pages of other
 * sites are refused whatever `sec-fetch-site` says. Where a token is set, a request without it is refused too.
 */
export function anonymousAccess({ token, ...names }: AnonymousAccessOptions): AnonymousRefusal {
  const isOwnOrigin = ownOrigin(names);
  const expected = token === null ? null : digest(token);

  return (request, endpoint) => {
    const { url, headers } = request;
    const origin = headers.get('origin');
    if (isCrossSite(headers)) return ERRORS.forbidden;
    if (origin !== null && !isOwnOrigin(origin, new URL(url).host)) return ERRORS.forbidden;
    // Any page may send other types without asking the service first (Fetch 2.2.2, no-CORS requests).
    if (origin !== null && endpoint.body !== undefined && sendsBody(request) && !isJson(headers))
      return ERRORS.unsupportedMediaType;
    if (expected !== null && !sentTokens(headers).some((sent) => timingSafeEqual(digest(sent), expected)))
      return ERRORS.tokenNeeded;
    return null;
  };
}

const sendsBody = ({ body, headers }: Request) => body !== null && headers.get('content-length') !== '0';

const isJson = (headers: Headers) => /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '');

/** `x-api-key` serves where `authorization` is taken by the password of a proxy. */
const sentTokens = (headers: Headers): string[] =>
  [/^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1], headers.get('x-api-key')].filter(
    (sent) => typeof sent === 'string',
  );

/** Digests have equal length, so that the comparison reveals nothing. */
const digest = (text: string) => createHash('sha256').update(text).digest();
