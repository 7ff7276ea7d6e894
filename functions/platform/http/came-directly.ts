import * as v from 'valibot';
import { isLoopback } from '../settings/setting-values.ts';

/** Headers that a proxy, a tunnel or a content network adds. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.+|x-proxyuser-ip|cf-.+|cdn-loop|true-client-ip|fastly-client-ip|fly-client-ip|client-ip|x-arr-.+|proxy-.+|max-forwards)$/i;

/** Whether a header says that a proxy has passed the request on: its connection says nothing about who sent it. */
const isForwardingHeader = (name: string): boolean => FORWARDING.test(name);

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
