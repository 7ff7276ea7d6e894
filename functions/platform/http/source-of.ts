import * as v from 'valibot';
import { sourceNetwork } from './source-network.ts';

/** The connection of node:http: whoever is at its other end, which may be a proxy. */
const Standalone = v.object({ incoming: v.object({ socket: v.object({ remoteAddress: v.string() }) }) });

/** What API Gateway says of a caller. */
const Gateway = v.object({ requestContext: v.object({ identity: v.object({ sourceIp: v.string() }) }) });

const Host = v.union([
  v.pipe(
    Standalone,
    v.transform(({ incoming }) => incoming.socket.remoteAddress),
  ),
  v.pipe(
    Gateway,
    v.transform(({ requestContext }) => requestContext.identity.sourceIp),
  ),
]);

/** Where a request comes from, by what its host says beside it and never by a header, which anybody may write; null where it says nothing. */
export function sourceOf(env: unknown): string | null {
  const read = v.safeParse(Host, env);
  return read.success ? sourceNetwork(read.output) : null;
}
