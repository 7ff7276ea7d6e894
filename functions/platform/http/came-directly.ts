import * as v from 'valibot';
import { isLoopback } from '../settings/setting-values.ts';
import { isForwardingHeader } from '../values/http/forwarding-headers.ts';

/** What node:http says of a request; `url` is what the client wrote in the first line. */
const Connection = v.object({ incoming: v.object({ httpVersion: v.string(), url: v.string() }) });

/**
 * Whether nothing says that a proxy passed a request on: a proxy adds headers, speaks HTTP/1.0 (as nginx does by
 * default), or passes on a whole URL.
 */
export function cameDirectly(env: unknown, { headers }: Pick<Request, 'headers'>): boolean {
  if ([...headers.keys()].some(isForwardingHeader)) return false;
  const connection = v.safeParse(Connection, env);
  if (!connection.success) return true;
  const { httpVersion, url } = connection.output.incoming;
  return httpVersion === '1.1' && url.startsWith('/');
}

/** Whether a request came directly and by a loopback name: where the service listens on loopback, from this machine. */
export const isLocalRequest = (env: unknown, request: Pick<Request, 'headers' | 'url'>): boolean =>
  isLoopback(new URL(request.url).hostname.replace(/^\[|\]$/g, '')) && cameDirectly(env, request);
