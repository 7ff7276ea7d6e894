import * as v from 'valibot';
import { AppId } from '../../applications/domain/app-id.ts';
import type { ApiRequest, BodyRule } from '../../platform/http/api.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { CallInput, callOf } from '../domain/call.ts';
import { exactJson, LONG_NUMBER } from '../domain/exact-json.ts';
import type { Question } from '../service/call-answerer.ts';
import type { Correlation } from '../service/call-correlation.ts';

/** Bodies of agents: a call may have a large request. */
export const AGENT_BODY: BodyRule = { as: 'json', maxBytes: 6 * 1024 * 1024 };

/** Ids that agents make, so that a repeat is known as one. */
export const AskId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._:-]{1,64}$/));

/** What a call belongs to: exactly one of the members. */
export const CorrelationInput = v.object({
  replayId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  traceId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/i), v.toLowerCase())),
  appId: v.optional(AppId),
});

/** A question of an agent. */
export const QuestionInput = v.object({
  ...CorrelationInput.entries,
  startup: v.optional(v.boolean()),
  askId: v.optional(AskId),
  call: CallInput,
});

/** Reads a question; the message names the field. */
export function questionOf(input: unknown): Result<Question, 'INVALID_CALL'> {
  const parsed = v.safeParse(QuestionInput, input);
  if (!parsed.success) return refuse('INVALID_CALL', unusable(parsed.issues[0]));
  const { call, ...rest } = parsed.output;
  if (!namesOne(rest)) return NOT_ONE;
  if (rest.startup && rest.appId === undefined) return refuse('INVALID_CALL', 'startup requires appId');
  return accept({ ...rest, call: callOf(call) });
}

/** Reads what a call belongs to; the message names the field. */
export function correlationOf(input: unknown): Result<Correlation, 'INVALID_CALL'> {
  const parsed = v.safeParse(CorrelationInput, input);
  if (!parsed.success) return refuse('INVALID_CALL', unusable(parsed.issues[0]));
  return namesOne(parsed.output) ? accept(parsed.output) : NOT_ONE;
}

const namesOne = ({ replayId, traceId, appId }: Correlation): boolean =>
  [replayId, traceId, appId].filter((one) => one !== undefined).length === 1;

const NOT_ONE = refuse('INVALID_CALL', 'exactly one of replayId, traceId and appId must identify the request');

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
