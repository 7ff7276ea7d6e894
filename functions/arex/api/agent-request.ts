import {
  type ApiRequest,
  type BodyRule,
  failureOf,
  type JsonResponse,
  type RefusalBody,
} from '../../platform/http/api.ts';
import type { JsonTextResponse } from '../../platform/http/endpoint.ts';
import { isObject } from '../../platform/json/is-object.ts';
import type { JsonText } from '../../platform/values/typed-json.ts';
import type { ArexServices } from '../composition.ts';
import { agentAnswer, agentBodyJob, bytesOfBody } from '../domain/agent-body.ts';
import { UNREADABLE } from './arex.doc.ts';

/** The agent drops what is above 5 MB compressed. */
export const AREX_BODY: BodyRule = { as: 'bytes', maxBytes: 6 * 1024 * 1024 };

interface AgentAnswer<Value> {
  value: Value;
  headers?: Record<string, string>;
  /** What the agent asks for is as it knows it: 304. */
  isUnchanged?: boolean;
}

/** Reads a body in the coding of the agent, and answers in the same one. */
export async function answerAgent<Value>(
  { bytes }: Pick<ApiRequest, 'bytes'>,
  { work }: Pick<ArexServices, 'work'>,
  answer: (value: unknown) => Promise<AgentAnswer<Value>>,
): Promise<JsonTextResponse<Value> | JsonResponse<RefusalBody<'INVALID_BODY'>>> {
  const options = { bytes: bytesOfBody(bytes), urgent: true };
  const read = await work.run(agentBodyJob, () => ({ body: new Uint8Array(bytes) }), options);
  if (!read.ok || read.value === null) return failureOf(UNREADABLE);
  const { value, headers, isUnchanged } = await answer(read.value.value);
  if (isUnchanged) return { status: 304, headers: { ...headers }, bytes: new Uint8Array() as JsonText<Value> };
  const { bytes: sent, type } = agentAnswer(value, bytes);
  // The coding of the agent is JSON, compressed or not; a 304 has no body.
  return { status: 200, headers: { 'content-type': type, ...headers }, bytes: sent as JsonText<Value> };
}

/** What the agent reads as “nothing found” and as “done”. */
export const NOTHING = {};

/** A text member of a body, at most this long; empty for anything else. */
export function textMember(value: unknown, name: string, maxLength = 256): string {
  const text = isObject(value) ? value[name] : null;
  return typeof text === 'string' && text.length <= maxLength ? text : '';
}
