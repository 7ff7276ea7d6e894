import { bodyOf, decodeContent } from '../../recordings/domain/content-encoding.ts';
import { pathTemplate } from '../../recordings/domain/operation-name.ts';
import { replayIdInTracestate } from '../../recordings/domain/replay-tracestate.ts';
import type { Call } from './call.ts';

/** An HTTP call as the gateway receives it. */
export interface GatewayRequest {
  target: string;
  method: string;
  /** Path and query of the call. */
  path: string;
  headers: readonly (readonly [string, string])[];
  bytes: Uint8Array;
}

/** What a path below the gateway names. */
export interface GatewayPath {
  target: string;
  /** The application, named by a first segment `~<appId>`; null without one. */
  appId: string | null;
  path: string;
}

/** Reads `/{target}/…` or `/~{appId}/{target}/…`; null if it names no target, or is not percent-encoded rightly. */
export function gatewayPath(path: string): GatewayPath | null {
  const [, app, target, rest = ''] = /^(?:\/~([^/?]+))?\/([^/?~][^/?]*)([/?].*)?$/s.exec(path) ?? [];
  if (target === undefined) return null;
  try {
    return {
      target: decodeURIComponent(target),
      appId: app === undefined ? null : decodeURIComponent(app),
      path: rest.startsWith('/') ? rest : `/${rest}`,
    };
  } catch (fault) {
    if (fault instanceof URIError) return null;
    throw fault;
  }
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/**
 * The replay or trace that the headers of a call name: `x-replay-id`, `baggage`, `tracestate`, and last `traceparent`.
 */
export function namedReplay(
  headers: readonly (readonly [string, string])[],
): { replayId?: string; traceId?: string } | null {
  const first = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const replayId =
    first('x-replay-id') ??
    /(?:^|,)\s*replay\.id\s*=\s*([^,;\s]+)/.exec(first('baggage') ?? '')?.[1] ??
    replayIdInTracestate(first('tracestate'));
  if (replayId !== undefined) return { replayId };
  const traceId = TRACEPARENT.exec(first('traceparent') ?? '')?.[1];
  return traceId === undefined ? null : { traceId };
}

/** A call in the form in which recorders record it. */
export function callOfHttp({ target, method, path, headers, bytes }: GatewayRequest): Call {
  const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  const decoded = (encoding === undefined ? null : decodeContent(encoding, bytes)) ?? bytes;
  const content = bytes.byteLength === 0 ? { body: null, bodyEncoding: 'utf8' as const } : bodyOf(decoded);
  return {
    kind: 'http',
    target,
    operation: `${method} ${pathTemplate(path)}`,
    request: JSON.stringify({ method, path, headers, ...content }),
  };
}
