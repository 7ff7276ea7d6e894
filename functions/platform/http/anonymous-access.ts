import { type EndpointFacts, ERRORS } from './api.ts';
import { tokenCheck } from './checks/token-check.ts';
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
  const hasToken = token === null ? () => true : tokenCheck(token);

  return (request, endpoint) => {
    const { url, headers } = request;
    const origin = headers.get('origin');
    if (isCrossSite(headers)) return ERRORS.forbidden;
    if (origin !== null && !isOwnOrigin(origin, new URL(url).host)) return ERRORS.forbidden;
    // Any page may send other types without asking the service first (Fetch 2.2.2, no-CORS requests).
    if (origin !== null && endpoint.body !== undefined && sendsBody(request) && !isJson(headers))
      return ERRORS.unsupportedMediaType;
    return hasToken(headers) ? null : ERRORS.tokenNeeded;
  };
}

const sendsBody = ({ body, headers }: Request) => body !== null && headers.get('content-length') !== '0';

const isJson = (headers: Headers) => /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '');
