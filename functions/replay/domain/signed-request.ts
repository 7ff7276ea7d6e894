import { replaySignature, type SigningKey } from '../../mocks/domain/replay-key.ts';
import type { OutboundRequest } from '../../platform/outbound/outbound.ts';
import { wirePath } from '../../platform/values/http/wire-path.ts';

/**
 * Adds the signature by which an agent knows that the service sent the request. It covers the path as it is sent, so
 * sign last.
 */
export function signedRequest(
  request: OutboundRequest,
  { replayId, time, enableMock }: { replayId: string; time: number; enableMock: boolean },
  key: SigningKey,
): OutboundRequest {
  const { method, url, headers } = request;
  const facts = { replayId, method, path: wirePath(url), time, mock: enableMock ? 'on' : 'off' };
  return { ...request, headers: [...headers, ['x-replay-signature', replaySignature(facts, key)]] };
}
