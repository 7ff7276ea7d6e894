import { connectionCode, connectionText } from '../functions/platform/outbound/connection-text.ts';
import { CliFailure } from './cli-failure.ts';
import type { ServiceAddress } from './service-address.ts';

const DEFAULT_TIMEOUT_MS = 120_000;

/** Codes of a service that was not reached or cannot answer at present. */
export const PASSING_FAULTS: ReadonlySet<string> = new Set(['UNREACHABLE', 'UNAVAILABLE']);

/** Codes that a command retries while it waits: what worked before, or will by itself. A wrong address is neither. */
export const RETRIED_FAULTS: ReadonlySet<string> = new Set(['UNAVAILABLE']);

/** Whether the service has answered a request of this command. */
export interface Contact {
  hasAnswered: boolean;
}

/**
 * Sends requests to the service and explains failures. It does not follow redirects, since credentials would be sent
 * along; those that `passes` accepts are the caller's. A connection that fails before the first answer is UNREACHABLE,
 * afterwards UNAVAILABLE.
 */
export function serviceFetch(
  { url, authorization, openApiToken }: ServiceAddress,
  limitMs: number | null = DEFAULT_TIMEOUT_MS,
  contact: Contact = { hasAnswered: false },
  passes: (redirect: Response) => boolean = () => false,
) {
  const { host } = new URL(url);
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
      const { reason, isPassing } = reasonOf(fault);
      throw new CliFailure(
        isPassing || contact.hasAnswered ? 'UNAVAILABLE' : 'UNREACHABLE',
        `the service at ${host} was not reached: ${reason}`,
        'Start the service, or set its address with --url or SVC_URL.',
      );
    });
    contact.hasAnswered = true;
    if (response.status === 502 || response.status === 503 || response.status === 504 || response.status === 429) {
      await response.body?.cancel();
      throw new CliFailure(
        'UNAVAILABLE',
        `the service at ${host} cannot answer now (HTTP ${response.status})`,
        'Try again later.',
      );
    }
    if (response.status >= 300 && response.status < 400 && !passes(response)) {
      await response.body?.cancel();
      throw new CliFailure(
        'REDIRECTED',
        `${host} answers with a redirect, as a login page in front of the service does`,
        'Give the address of the service itself, or put its password into the URL: https://user:password@host.',
      );
    }
    return response;
  };
}

/** Faults of a service that is there: it is slow, or restarts. */
const PASSING: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Why a request was not answered, and whether that passes by itself. */
export function reasonOf(fault: unknown): { reason: string; isPassing: boolean } {
  if (fault instanceof DOMException && fault.name === 'TimeoutError')
    return { reason: 'no response in time', isPassing: true };
  const code = connectionCode(fault instanceof Error ? (fault.cause ?? fault) : fault);
  return { reason: connectionText(code), isPassing: PASSING.has(code) };
}
