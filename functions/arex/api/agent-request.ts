import { type ApiRequest, type ApiResponse, type BodyRule, failure } from '../../platform/http/api.ts';
import { isObject } from '../../platform/json/is-object.ts';
import { agentAnswer, agentBodyJob, bytesOfBody } from '../domain/agent-body.ts';
import type { ArexServices } from '../services.ts';

/** The agent drops what is above 5 MB compressed. */
export const AREX_BODY: BodyRule = { as: 'bytes', maxBytes: 6 * 1024 * 1024 };

const UNREADABLE = failure(400, 'INVALID_BODY', 'the body is neither JSON nor zstd-compressed JSON, or is too large');

interface AgentAnswer {
  value: unknown;
  headers?: Record<string, string>;
  /** What the agent asks for is as it knows it: 304. */
  isUnchanged?: boolean;
}

/** Reads a body in the coding of the agent, and answers in the same one. */
export async function answerAgent(
  { bytes }: Pick<ApiRequest, 'bytes'>,
  { work }: Pick<ArexServices, 'work'>,
  answer: (value: unknown) => Promise<AgentAnswer>,
): Promise<ApiResponse> {
  const options = { bytes: bytesOfBody(bytes), urgent: true };
  const read = await work.run(agentBodyJob, () => ({ body: new Uint8Array(bytes) }), options);
  if (!read.ok || read.value === null) return UNREADABLE;
  const { value, headers, isUnchanged } = await answer(read.value.value);
  if (isUnchanged) return { status: 304, headers: { ...headers }, bytes: new Uint8Array() };
  const { bytes: sent, type } = agentAnswer(value, bytes);
  return { status: 200, headers: { 'content-type': type, ...headers }, bytes: sent };
}

/** What the agent reads as “nothing found” and as “done”. */
export const NOTHING = {};

/** A text member of a body, at most this long; empty for anything else. */
export function textMember(value: unknown, name: string, maxLength = 256): string {
  const text = isObject(value) ? value[name] : null;
  return typeof text === 'string' && text.length <= maxLength ? text : '';
}
