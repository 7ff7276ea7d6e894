import * as v from 'valibot';
import { AppId } from '../../applications/domain/app-id.ts';
import type { ApiRequest, BodyRule } from '../../platform/http/api.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { CallInput, callOf } from '../domain/call.ts';
import { exactJson, LONG_NUMBER } from '../domain/exact-json.ts';
import type { Question } from '../service/mocks.ts';

/** Bodies of agents: a call may have a large request. */
export const AGENT_BODY: BodyRule = { as: 'json', maxBytes: 6 * 1024 * 1024 };

/** Ids that agents make, so that a repeat is known as one. */
export const AskId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._:-]{1,64}$/));

/** A question of an agent: exactly one of `replayId`, `traceId` and `appId`. */
export const QuestionInput = v.object({
  replayId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  traceId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/i), v.toLowerCase())),
  appId: v.optional(AppId),
  startup: v.optional(v.boolean()),
  askId: v.optional(AskId),
  call: CallInput,
});

/** Reads a question; the message names the field. */
export function questionOf(input: unknown): Result<Question, 'INVALID_CALL'> {
  const parsed = v.safeParse(QuestionInput, input);
  if (!parsed.success) return refuse('INVALID_CALL', unusable(parsed.issues[0]));
  const { call, ...rest } = parsed.output;
  const named = [rest.replayId, rest.traceId, rest.appId].filter((one) => one !== undefined);
  if (named.length !== 1)
    return refuse('INVALID_CALL', 'exactly one of replayId, traceId and appId must identify the request');
  if (rest.startup && rest.appId === undefined) return refuse('INVALID_CALL', 'startup requires appId');
  return accept({ ...rest, call: callOf(call) });
}

/** The message for the first error; it names the field and never its value. */
export function unusable(issue: v.BaseIssue<unknown>): string {
  const names = (issue.path ?? []).map(({ key }) => key).filter((key) => typeof key === 'string');
  return `${names.slice(0, 2).join('.') || 'the body'} is missing or invalid`;
}

/** A body as it was sent, with numbers of any length. */
export function exactBody({ body, bytes }: Pick<ApiRequest, 'body' | 'bytes'>): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return LONG_NUMBER.test(text) ? exactJson(Buffer.from(text, 'latin1').toString()) : body;
}
