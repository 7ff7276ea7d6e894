import { CliFailure } from './cli-failure.ts';
import type { ServiceAddress } from './service-address.ts';

const DEFAULT_TIMEOUT_MS = 120_000;

/** Codes of a service that was unreachable or temporarily unavailable: worth a retry. */
export const PASSING_FAULTS: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE']);

/**
 * Sends requests to the service and explains failures. It does not follow redirects, since credentials would be sent
 * along.
 */
export function serviceFetch(
  { url, authorization, openApiToken }: ServiceAddress,
  limitMs: number | null = DEFAULT_TIMEOUT_MS,
) {
  return async (request: Request): Promise<Response> => {
    if (authorization !== null) request.headers.set('authorization', authorization);
    if (openApiToken !== undefined && new URL(request.url).pathname.includes('/openapi/v1/')) {
      // A password in front of the service takes the other header.
      if (authorization === null) request.headers.set('authorization', `Bearer ${openApiToken}`);
      else request.headers.set('x-api-key', openApiToken);
    }
    const response = await fetch(request, {
      redirect: 'manual',
      ...(limitMs !== null && { signal: AbortSignal.timeout(limitMs) }),
    }).catch((fault: unknown) => {
      throw new CliFailure(
        'UNREACHABLE',
        `the service at ${url} was not reached (${reasonOf(fault)})`,
        'Is it running, and is this its address? Give another by --url or SVC_URL.',
      );
    });
    if (response.status === 502 || response.status === 503 || response.status === 504 || response.status === 429) {
      await response.body?.cancel();
      throw new CliFailure(
        'UNAVAILABLE',
        `the service at ${url} cannot answer now (HTTP ${response.status})`,
        'Try again later.',
      );
    }
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new CliFailure(
        'REDIRECTED',
        `${url} answers with a redirect, as a login page in front of the service does`,
        'Give the address of the service itself, or put its password into the URL: https://user:password@host.',
      );
    }
    return response;
  };
}

function reasonOf(fault: unknown): string {
  if (fault instanceof DOMException && fault.name === 'TimeoutError') return 'no answer in time';
  const cause = fault instanceof Error ? fault.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection';
}
