import { isAppId } from '../../applications/domain/app-id.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import type { PrefixEndpoint, PrefixRequest, PrefixResponse } from '../../platform/http/prefix-endpoint.ts';
import { MAX_TARGET_LENGTH } from '../domain/call.ts';
import { gatewayPath, namedReplay } from '../domain/gateway-request.ts';
import type { GatewayRefusal } from '../service/gateway.ts';
import type { MissedAnswer } from '../service/mock-answer.ts';
import type { Correlation } from '../service/mocks.ts';
import type { GatewayServices } from '../services.ts';

/** Maximum bytes of the body of a call: what API Gateway hands to a function on AWS. */
export const MAX_GATEWAY_BODY = 4 * 1024 * 1024;

/**
 * The mock gateway (interface 12): `/mock/{target}/…` answers HTTP calls of a replayed application. A call that names its
 * replay needs no credential, since only the service and the application know it. Without a name, `/mock/~{appId}/{target}/…`
 * stands for the only request under way of an application with `mocks.correlation: single`; the caller needs an API key
 * with the scope `agent`, or has to be on the same machine.
 */
export const gateway: PrefixEndpoint<GatewayServices> = {
  prefix: '/mock',
  maxBytes: MAX_GATEWAY_BODY,

  async answer(request, servicesOf) {
    const place = gatewayPath(request.path);
    if (place === null || place.target.length > MAX_TARGET_LENGTH) return refusal(404, 'NO_TARGET');
    const named = namedReplay(request.headers);
    const agent = request.caller !== null && hasScope(request.caller, 'agent') ? request.caller : null;
    const { appId, target, path } = place;
    if (named === null && (appId === null || !isAppId(appId))) return refusal(404, 'REPLAY_NOT_FOUND');
    if (named === null && agent === null && !isOnThisMachine(request)) return refusal(401, 'KEY_NEEDED');

    const tenant = agent?.tenant ?? (await servicesOf(DEFAULT_TENANT).tenantOf(named)) ?? DEFAULT_TENANT;
    const { mockGateway, applications } = servicesOf(tenant);
    const correlation: Correlation = named ?? { appId: appId ?? '' };
    if (correlation.appId !== undefined) {
      const { mocks } = await applications.settings(correlation.appId);
      if (mocks.correlation !== 'single') return refusal(404, 'NOT_SINGLE');
    }
    const headers = agent === null ? request.headers : request.headers.filter(([name]) => !CREDENTIALS.has(name));
    const { method, bytes } = request;
    const answered = await mockGateway.answer(correlation, { target, method, path, headers, bytes });
    if ('refusal' in answered) return refusal(502, answered.refusal, answered.nearest);
    return answered.answer;
  },
};

const DEFAULT_TENANT = 'default';

/** Headers of a caller that the service knows; the target has no use for them. */
const CREDENTIALS: ReadonlySet<string> = new Set(['x-api-key', 'access-token', 'x-tenant-id']);

/** A browser says where a request comes from: pages must not ask on behalf of the machine. Proxies name their clients. */
function isOnThisMachine({ source, headers }: Pick<PrefixRequest, 'source' | 'headers'>): boolean {
  const isLocal = source !== null && (/^127\./.test(source) || source === '::/64');
  return isLocal && !headers.some(([name]) => FOREIGN.has(name));
}
const FOREIGN: ReadonlySet<string> = new Set(['sec-fetch-site', 'x-forwarded-for', 'forwarded']);

const MESSAGES: Readonly<Record<GatewayRefusal | 'NO_TARGET' | 'KEY_NEEDED' | 'NOT_SINGLE', string>> = {
  NO_TARGET: 'the path has no target: /mock/{target}/…',
  KEY_NEEDED: 'a call without the id of a replay needs an API key with the scope agent',
  NOT_SINGLE: 'a call without the id of a replay needs the setting mocks.correlation: single',
  REPLAY_NOT_FOUND: 'the call does not belong to a replay in progress',
  REPLAY_AMBIGUOUS: 'several replays are in progress, and the call does not name one',
  NO_CALL_RECORDED: 'the recording has no call to this target',
  ALL_CONSUMED: 'every recorded call like this one has already been used',
  NO_MATCH: 'no recorded call matches',
  MOCKING_OFF: 'downstream calls are not mocked',
  RECORDED_ERROR: 'the call failed when it was recorded',
  NO_ADDRESS: 'the call must go to the real service, but mocks.targets has no address for the target',
  TARGET_UNREACHABLE: 'the real service did not answer, or the egress policy forbids its address',
  RESPONSE_TOO_LARGE: 'the response of the real service is too large',
};

function refusal(status: number, reason: keyof typeof MESSAGES, nearest: MissedAnswer['nearest'] = []): PrefixResponse {
  const body = {
    errorCode: 'CALL_NOT_ANSWERED',
    errorMessage: MESSAGES[reason],
    reason,
    nearest: nearest.map(({ index, ...near }) => ({ callId: String(index), ...near })),
  };
  return {
    status,
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['x-replay-mock-reason', reason],
    ],
    body: Buffer.from(JSON.stringify(body)),
  };
}
