import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../../applications/domain/mock-settings.ts';
import type { Targets } from '../../applications/service/targets.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { jsonOf } from '../../platform/values/json-text.ts';
import type { World } from '../../platform/world.ts';
import type { IntakeServices } from '../../recordings/composition.ts';
import { type HttpAnswer, httpAnswerOf } from '../../recordings/domain/calls/http-answer.ts';
import { bodyOf } from '../../recordings/domain/content-encoding.ts';
import type { Call } from '../domain/call.ts';
import { forwardedHeaders } from '../domain/forwarded-headers.ts';
import { callOfHttp, type GatewayRequest } from '../domain/gateway-request.ts';
import type { Question } from './call-answerer.ts';
import type { Correlation, CorrelationRefusal } from './call-correlation.ts';
import type { MissedAnswer, MockAnswer } from './mock-answer.ts';
import type { Mocks } from './mocks.ts';

/** Maximum bytes of an answer that is passed on from the real service. */
const MAX_FORWARDED_BYTES = 4 * 1024 * 1024;
/** Maximum time of a call to the real service, and of a delayed answer, ms: a request may take 29 s on AWS. */
const MAX_CALL_MS = 25_000;

/** Why a call has no answer: reasons of a miss, of correlation, or of the call to the real service. */
export type GatewayRefusal =
  | MissedAnswer['reason']
  | CorrelationRefusal
  | 'RECORDED_ERROR'
  | 'KEY_NEEDED'
  | 'NO_ADDRESS'
  | 'ADDRESS_NOT_ALLOWED'
  | 'TARGET_UNREACHABLE'
  | 'RESPONSE_TOO_LARGE';

/** What the gateway answers a call with. */
export type GatewayAnswer = { answer: HttpAnswer } | { refusal: GatewayRefusal; nearest: MissedAnswer['nearest'] };

export interface MockGatewayOptions extends Pick<IntakeServices, 'applications'> {
  mocks: Pick<Mocks, 'match' | 'find'>;
  targets: Pick<Targets, 'mayCall'>;
  http: Pick<World['http'], 'send'>;
}

/**
 * Answers HTTP calls of replayed applications that know nothing of it: by recorded responses, or by the real service.
 */
export function mockGateway({ mocks, applications, targets, http }: MockGatewayOptions) {
  async function matched(question: Omit<Question, 'call'>, call: Call): Promise<MockAnswer | CorrelationRefusal> {
    const match = await mocks.match({ ...question, call });
    if (match.ok) return match.value;
    const { appId } = question;
    if (match.code !== 'REPLAY_NOT_FOUND' || appId === undefined) return match.code;
    // What an application calls while none of its requests is replayed, as at its start.
    const startup = await mocks.match({ appId, startup: true, call });
    return startup.ok && startup.value.matched ? startup.value : match.code;
  }

  /** The address to which a call to a target is made for real; else why there is none. */
  async function realAddress(correlation: Correlation, target: string): Promise<Result<string, GatewayRefusal>> {
    const appId = correlation.appId ?? (await mocks.find(correlation))?.appId;
    if (appId === undefined) return NO_ADDRESS;
    const settings = (await applications.settings(appId)).mocks;
    const address = addressOf(settings, target);
    if (address === undefined) return NO_ADDRESS;
    // A target may have been removed since its address was set.
    return (await targets.mayCall(appId, settings, address)) ? accept(address) : NOT_ALLOWED;
  }

  async function forwarded(address: string, { method, path, headers, bytes }: GatewayRequest): Promise<GatewayAnswer> {
    const outcome = await http.send({
      url: `${address.replace(/\/+$/, '')}${path}`,
      method,
      headers: forwardedHeaders(headers),
      body: bytes.byteLength > 0 ? bytes : null,
      timeoutMs: MAX_CALL_MS,
      maxBodyBytes: MAX_FORWARDED_BYTES,
    });
    if (outcome.kind !== 'response') return refused('TARGET_UNREACHABLE');
    if (outcome.truncated) return refused('RESPONSE_TOO_LARGE');
    const { status, body } = outcome;
    return { answer: httpAnswerOf({ status, headers: outcome.headers, ...bodyOf(body) }, method) };
  }

  return {
    /** `mayBeReal`: whether the caller may have calls made for real. */
    async answer(correlation: Correlation, request: GatewayRequest, mayBeReal: boolean): Promise<GatewayAnswer> {
      const { target, method } = request;
      const match = await matched({ ...correlation, isNeverReal: !mayBeReal }, callOfHttp(request));
      if (typeof match === 'string') return refused(match);
      if (match.matched) {
        if (match.delayMs > 0) await sleep(Math.min(match.delayMs, MAX_CALL_MS));
        if (match.error !== null) return refused('RECORDED_ERROR');
        return { answer: httpAnswerOf(jsonOf(Buffer.from(match.response)), method) };
      }
      if (match.onMiss === 'default' && match.response !== null)
        return { answer: httpAnswerOf(jsonOf(Buffer.from(match.response)), method) };
      if (match.onMiss !== 'passThrough') return refused(match.reason, match.nearest);
      if (!mayBeReal) return refused('KEY_NEEDED', match.nearest);
      const address = await realAddress(correlation, target);
      return address.ok ? forwarded(address.value, request) : refused(address.code, match.nearest);
    },
  };
}

const NO_ADDRESS = refuse('NO_ADDRESS', 'mocks.targets has no address for the target');
const NOT_ALLOWED = refuse('ADDRESS_NOT_ALLOWED', 'the address is not an allowed target any more');

const refused = (refusal: GatewayRefusal, nearest: MissedAnswer['nearest'] = []): GatewayAnswer => ({
  refusal,
  nearest,
});
