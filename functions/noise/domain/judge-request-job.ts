import * as v from 'valibot';
import { type CompareRule, compileRules } from '../../compare/domain/rules/rules.ts';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import type { Secret } from '../../recordings/domain/sealed/found-credentials.ts';
import { renewed } from '../../recordings/domain/sealed/renewed.ts';
import { sealAnswer } from '../../recordings/domain/sealed/seal-payload.ts';
import { sealerOf } from '../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import type { NoticedCalls } from '../../replay/domain/calls/result-calls.ts';
import { ResultPayload } from '../../replay/domain/results/result-payload.ts';
import { type OutcomeHead, storedAnswer } from '../../replay/domain/results/sent-case.ts';
import { judgeRequest } from './judge-request.ts';
import type { NoiseFacts } from './noise-facts.ts';
import type { RequestToJudge } from './request-to-judge.ts';

export interface JudgeInput extends Pick<RequestToJudge, 'operation' | 'recordedAt' | 'replayedAt'> {
  /** A ResultPayload; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  /** How sending the request again ended; null if it was not sent again. */
  again: OutcomeHead | null;
  /** The body of the response to it. */
  body: Uint8Array;
  /** The downstream calls that were noticed meanwhile; null if it was not sent again. */
  againCalls: NoticedCalls | null;
  /** Credentials that it was sent again with. */
  secrets: readonly Secret[];
  rules: readonly CompareRule[];
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
}

/** Judges a stored request; its endpoint is not judged where a side is missing. */
export const judgeRequestJob = job('noise.judge', (input: JudgeInput): NoiseFacts => {
  const { stored, again, body, againCalls, secrets, rules, settings, keys, ...facts } = input;
  const { operation } = facts;
  const sealer = sealerOf(keys);
  const payload = stored && renewed(v.parse(ResultPayload, jsonOfStored(stored)), sealer);
  const { request = null, recorded = null, replayed = null } = payload ?? {};
  if (request === null || recorded === null || replayed === null) return notJudged(operation);
  const outcome =
    again?.kind === 'response' && !again.truncated ? sealAnswer({ ...again, body }, settings, sealer, secrets) : null;
  const answer = outcome?.kind === 'response' ? storedAnswer(outcome) : null;
  const replayedAgain = answer?.status === replayed.status ? answer : null;
  return judgeRequest(
    {
      ...facts,
      request,
      recorded,
      replayed,
      replayedAgain,
      open(placeholder) {
        const opened = sealer.open(placeholder);
        return opened?.kind === 't' ? opened.bytes.toString() : null;
      },
      mapped: payload?.mapped,
      calls: payload && { differences: payload.differences, first: payload.calls, again: againCalls },
    },
    compileRules(rules, operation),
  );
});

/** The facts of a request that could not be judged. */
export const notJudged = (operation: string): NoiseFacts => ({ fields: [], changed: [], unjudged: [operation] });
