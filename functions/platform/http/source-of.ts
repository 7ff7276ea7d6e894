import * as v from 'valibot';
import { sourceNetwork } from './source-network.ts';

/** The client's address according to the gateway of the standalone service, which knows its trusted proxies. */
const BehindProxy = v.object({ client: v.string() });

/** The connection of node:http: its peer may be a proxy. */
const Standalone = v.object({ incoming: v.object({ socket: v.object({ remoteAddress: v.string() }) }) });

/** The caller's address according to API Gateway. */
const Gateway = v.object({ requestContext: v.object({ identity: v.object({ sourceIp: v.string() }) }) });

const Host = v.union([
  v.pipe(
    BehindProxy,
    v.transform(({ client }) => client),
  ),
  v.pipe(
    Standalone,
    v.transform(({ incoming }) => incoming.socket.remoteAddress),
  ),
  v.pipe(
    Gateway,
    v.transform(({ requestContext }) => requestContext.identity.sourceIp),
  ),
]);

/** The address of a request that API Gateway passed on; null for another host. */
export function gatewaySource(env: unknown): string | null {
  const parsed = v.safeParse(Gateway, env);
  return parsed.success ? parsed.output.requestContext.identity.sourceIp : null;
}

/** The address that a request comes from, as its host writes it; null if the host does not provide it. */
export function addressOf(env: unknown): string | null {
  const parsed = v.safeParse(Host, env);
  return parsed.success ? parsed.output : null;
}

/**
 * Returns where a request comes from, according to its host. Only the host may read a header for it, of a proxy that it
 * trusts, since anyone can set one. Null if the host does not provide it.
 */
export function sourceOf(env: unknown): string | null {
  const address = addressOf(env);
  return address === null ? null : sourceNetwork(address);
}
