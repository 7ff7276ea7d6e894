import * as v from 'valibot';
import { isLoopback } from '../settings/setting-values.ts';
import { gatewaySource } from './source-of.ts';

/** Headers that a proxy, a tunnel or a content network adds. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.+|x-proxyuser-ip|cf-.+|cdn-loop|true-client-ip|fastly-client-ip|fly-client-ip|client-ip|x-arr-.+|proxy-.+|max-forwards)$/i;

/** Whether a header says that a proxy has passed the request on: its connection says nothing about who sent it. */
const isForwardingHeader = (name: string): boolean => FORWARDING.test(name);

/** What API Gateway adds to every request, over what the caller has sent. */
const OF_GATEWAY: ReadonlySet<string> = new Set(['x-forwarded-port', 'x-forwarded-proto']);

/** Whether API Gateway has added a header: to the addresses that proxies have written it appends that of its caller. */
const isOfGateway = (source: string | null, name: string, value: string): boolean =>
  source !== null && (OF_GATEWAY.has(name) || (name === 'x-forwarded-for' && value === source));

/** What node:http says of a request; `url` is what the client wrote in the first line. */
const Connection = v.object({ incoming: v.object({ httpVersion: v.string(), url: v.string() }) });

/**
 * Whether nothing says that a proxy passed a request on: a proxy adds headers, speaks HTTP/1.0 (as nginx does by
 * default), or passes on a whole URL. API Gateway does not count: it says itself where its callers are.
 */
export function cameDirectly(env: unknown, { headers }: Pick<Request, 'headers'>): boolean {
  const source = gatewaySource(env);
  if ([...headers].some(([name, value]) => isForwardingHeader(name) && !isOfGateway(source, name, value))) return false;
  const connection = v.safeParse(Connection, env);
  if (!connection.success) return true;
  const { httpVersion, url } = connection.output.incoming;
  return httpVersion === '1.1' && url.startsWith('/');
}

/** Whether a request came directly and by a loopback name: where the service listens on loopback, from this machine. */
export const isLocalRequest = (env: unknown, request: Pick<Request, 'headers' | 'url'>): boolean =>
  isLoopback(new URL(request.url).hostname.replace(/^\[|\]$/g, '')) && cameDirectly(env, request);
