import * as v from 'valibot';
import type { RedactRule } from '../../applications/domain/redact-rule.ts';
import { type CompareRule, compileRules } from '../../compare/domain/rules/rules.ts';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { redactAnswer } from '../../recordings/domain/redact.ts';
import { ResultPayload } from '../../replay/domain/results/result-payload.ts';
import { type OutcomeHead, storedAnswer } from '../../replay/domain/results/sent-case.ts';
import { judgeRequest, type RequestToJudge } from './judge-request.ts';
import type { NoiseFacts } from './noise-facts.ts';

export interface JudgeInput extends Pick<RequestToJudge, 'operation' | 'recordedAt' | 'replayedAt'> {
  /** A ResultPayload; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  /** How sending the request again ended; null if it was not sent again. */
  again: OutcomeHead | null;
  /** The body of the response to it. */
  body: Uint8Array;
  rules: readonly CompareRule[];
  redact: readonly RedactRule[];
}

/** Judges a stored request; its endpoint is not judged where a side is missing. */
export const judgeRequestJob = job('noise.judge', (input: JudgeInput): NoiseFacts => {
  const { stored, again, body, rules, redact, ...facts } = input;
  const { operation } = facts;
  const payload = stored && v.parse(ResultPayload, jsonOfStored(stored));
  const { request = null, recorded = null, replayed = null } = payload ?? {};
  if (request === null || recorded === null || replayed === null) return notJudged(operation);
  const outcome = again?.kind === 'response' && !again.truncated ? redactAnswer({ ...again, body }, redact) : null;
  const answer = outcome?.kind === 'response' ? storedAnswer(outcome) : null;
  const replayedAgain = answer?.status === replayed.status ? answer : null;
  return judgeRequest({ ...facts, request, recorded, replayed, replayedAgain }, compileRules(rules, operation));
});

/** The facts of a request that could not be judged. */
export const notJudged = (operation: string): NoiseFacts => ({ fields: [], changed: [], unjudged: [operation] });
