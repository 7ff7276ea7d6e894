import { isAppId } from '../../applications/domain/app-id.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { bareName } from '../../platform/http/own-origin.ts';
import type { PrefixEndpoint, PrefixRequest, PrefixResponse } from '../../platform/http/prefix-endpoint.ts';
import type { GatewayServices } from '../composition.ts';
import { MAX_TARGET_LENGTH } from '../domain/call.ts';
import { type GatewayPath, gatewayPath, namedReplay } from '../domain/gateway-request.ts';
import type { Correlation } from '../service/call-correlation.ts';
import type { GatewayRefusal } from '../service/gateway.ts';
import type { MissedAnswer } from '../service/mock-answer.ts';

/**
 * Maximum bytes of the body of a call: what API Gateway hands to a function on AWS.
 * @internal
 */
export const MAX_GATEWAY_BODY = 4 * 1024 * 1024;

/**
 * The mock gateway (interface 12): `/mock/{target}/…` answers HTTP calls of a replayed application. An API key with the
 * scope `agent` may name a replay by its id or its trace, or, with `/mock/~{appId}/{target}/…`, mean the only request
 * under way of an application with `mocks.correlation: single`. A trace id finds no replay with `replayId`, and by
 * default none for a target that the application has called with a replay id. Without a key a call is answered only if
 * it names the id of a replay under way and comes from the instance under test itself; it is never made for real. A
 * trace id is not a secret.
 */
export const gateway: PrefixEndpoint<GatewayServices> = {
  prefix: '/mock',
  maxBytes: MAX_GATEWAY_BODY,

  async answer(request, servicesOf) {
    const asked = await askedOf(request, servicesOf);
    if ('status' in asked) return asked;
    const { target, path, correlation, tenant, isAgent } = asked;
    const { method, headers, bytes } = request;
    const { mockGateway } = servicesOf(tenant);
    const answered = await mockGateway.answer(correlation, { target, method, path, headers, bytes }, isAgent);
    if (!('refusal' in answered)) return answered.answer;
    return refusal(answered.refusal === 'KEY_NEEDED' ? 401 : 502, answered.refusal, answered.nearest);
  },

  async unanswered(request, servicesOf) {
    const asked = await askedOf(request, servicesOf);
    if (!('status' in asked)) await servicesOf(asked.tenant).mocks.noteUnanswered(asked.correlation);
  },
};

/** A call whose caller may ask for its answer. */
interface Asked extends Pick<GatewayPath, 'target' | 'path'> {
  correlation: Correlation;
  tenant: string;
  /** The caller has a key with the scope `agent`. */
  isAgent: boolean;
}

/** Reads what a request asks for; a refusal where it names no call, or the caller may not ask. */
async function askedOf(
  request: Omit<PrefixRequest, 'bytes'>,
  servicesOf: (tenant: string) => GatewayServices,
): Promise<Asked | PrefixResponse> {
  const parts = gatewayPath(request.path);
  if (parts === null || parts.target.length > MAX_TARGET_LENGTH) return refusal(404, 'NO_TARGET');
  const named = namedReplay(request.headers);
  const agent = request.caller !== null && hasScope(request.caller, 'agent') ? request.caller : null;
  const { appId, target, path } = parts;
  const tenant = agent?.tenant ?? (await tenantOfTarget(request, named, servicesOf(DEFAULT_TENANT)));
  if (tenant === null) return refusal(401, 'KEY_NEEDED');
  if (named === null && (appId === null || !isAppId(appId))) return refusal(404, 'REPLAY_NOT_FOUND');

  const correlation: Correlation = named ?? { appId: appId ?? '' };
  if (correlation.appId !== undefined) {
    const { mocks } = await servicesOf(tenant).applications.settings(correlation.appId);
    if (mocks.correlation !== 'single') return refusal(404, 'NOT_SINGLE');
  }
  return { target, path, correlation, tenant, isAgent: agent !== null };
}

const DEFAULT_TENANT = 'default';

/**
 * The tenant of a call without a key: of the replay whose id it names, if that is mocked and the call comes straight
 * from its instance under test. Null otherwise, for whatever reason.
 */
async function tenantOfTarget(
  { headers, address }: Pick<PrefixRequest, 'headers' | 'address'>,
  named: ReturnType<typeof namedReplay>,
  { replayUnderWay, targetSide }: Pick<GatewayServices, 'replayUnderWay' | 'targetSide'>,
): Promise<string | null> {
  if (named?.replayId === undefined || address === null || isOfPage(headers)) return null;
  const replay = await replayUnderWay(named.replayId);
  if (replay === null || replay.targetHost === null || !replay.enableMock) return null;
  return (await targetSide.isOf(bareName(replay.targetHost), address)) ? replay.tenant : null;
}

const MESSAGES: Readonly<Record<GatewayRefusal | 'NO_TARGET' | 'NOT_SINGLE', string>> = {
  NO_TARGET: 'the path has no target: /mock/{target}/…',
  KEY_NEEDED:
    'the call needs an API key with the scope agent; without one the gateway answers recorded calls of the instance under test that name the id of their replay',
  NOT_SINGLE: 'a call without the id of a replay needs the setting mocks.correlation: single',
  REPLAY_NOT_FOUND: 'the call does not belong to a replay in progress',
  REPLAY_ID_NEEDED: 'calls to this target need a replay id; with mocks.correlation: headers, trace ids count too',
  REPLAY_AMBIGUOUS: 'several replays are in progress, and the call does not name one',
  NO_CALL_RECORDED: 'the recording has no call to this target',
  ALL_CONSUMED: 'every recorded call like this one has already been used',
  NO_MATCH: 'no recorded call matches',
  MOCKING_OFF: 'downstream calls are not mocked',
  RECORDED_ERROR: 'the call failed when it was recorded',
  NO_ADDRESS: 'the call must go to the real service, but mocks.targets has no address for the target',
  ADDRESS_NOT_ALLOWED:
    'the call must go to the real service, but its address in mocks.targets is no longer among the targets of the application; an administrator allows it with `replay targets allow`',
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

/** What browsers add; `fetch` of Node.js sends sec-fetch-mode. */
const OF_BROWSERS = 'sec-fetch-site';

/** Whether the headers of a call say that a page in a browser has made it. */
const isOfPage = (headers: readonly (readonly [string, string])[]): boolean =>
  headers.some(([name]) => name.toLowerCase() === OF_BROWSERS);
