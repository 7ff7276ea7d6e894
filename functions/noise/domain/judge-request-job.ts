import * as v from 'valibot';
import { compileRules, type RuleInForce } from '../../compare/domain/rules/rules.ts';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { renewed } from '../../recordings/domain/sealed/comparable-payload.ts';
import type { Secret } from '../../recordings/domain/sealed/found-credentials.ts';
import { sealAnswerNoting } from '../../recordings/domain/sealed/seal-payload.ts';
import { sealerOf } from '../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import { secretsIn } from '../../recordings/domain/sealed/secrets-in.ts';
import type { NoticedCalls } from '../../replay/domain/calls/result-calls.ts';
import { sealedNoticed } from '../../replay/domain/calls/sealed-noticed.ts';
import { ResultPayload } from '../../replay/domain/results/result-payload.ts';
import { type OutcomeHead, storedAnswer } from '../../replay/domain/results/sent-case.ts';
import { judgeRequest } from './judge-request.ts';
import type { AnswerCounts, NoiseFacts, NoSecondAnswer, SecondAnswers } from './noise-facts.ts';
import { firstAnswer, type RequestToJudge } from './request-to-judge.ts';

/** How sending a request again ended. */
export interface SentAgain {
  head: OutcomeHead;
  /** The body of the response. */
  body: Uint8Array;
  /** Credentials that it was sent with. */
  secrets: readonly Secret[];
  /** The service did not answer one of its downstream calls. */
  isUnanswered: boolean;
}

export interface JudgeInput
  extends Pick<RequestToJudge, 'operation' | 'targetEnv' | 'baselineEnv' | 'recordedAt' | 'replayedAt'> {
  /** A ResultPayload; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  /** How sending the request again at once ended, or why it was not sent again; null: this judges later sendings. */
  again: SentAgain | NoSecondAnswer | null;
  /** The downstream calls that were noticed in the meantime; null if there were none. */
  againCalls: NoticedCalls | null;
  /** How sending the request again some seconds later ended, in the order of sending. */
  later?: { sent: readonly SentAgain[]; isDataChanged: boolean };
  rules: readonly RuleInForce[];
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
}

/** Judges a stored request; its endpoint is not judged where a side is missing. */
export const judgeRequestJob = job('noise.judge', (input: JudgeInput): NoiseFacts => {
  const { stored, again, againCalls, later, rules, settings, keys, ...facts } = input;
  const { operation } = facts;
  const once = typeof again === 'string' || again === null ? [] : [again];
  const ofBaseline: Pick<SecondAnswers, 'ofBaseline'> = facts.baselineEnv === undefined ? {} : { ofBaseline: true };
  const sealer = sealerOf(keys);
  const payload = stored && renewed(v.parse(ResultPayload, jsonOfStored(stored)), sealer);
  const { request = null, recorded = null, replayed = null } = payload ?? {};
  if (request === null || recorded === null || replayed === null)
    return {
      ...notJudged(operation),
      secondAnswers: { ...countsOf('NO_ANSWER', once), ...laterCounts('NO_ANSWER', later), ...ofBaseline },
    };

  const before = firstAnswer({ ...facts, recorded, replayed });
  const calls = facts.baselineEnv === undefined ? payload?.calls : payload?.baseline?.calls;
  const known: Secret[] = [];
  const answerOf = ({ head, body, secrets, isUnanswered }: SentAgain) => {
    const { outcome = null, issued = [] } =
      head.kind === 'response' && !head.truncated && !isUnanswered
        ? sealAnswerNoting({ ...head, body }, settings, sealer, secrets)
        : {};
    known.push(...secrets, ...issued);
    const answer = outcome?.kind === 'response' ? storedAnswer(outcome) : null;
    if (answer === null) return 'NO_ANSWER';
    return answer.status === before.status ? answer : 'OTHER_STATUS';
  };
  const [second = typeof again === 'string' ? again : null] = once.map(answerOf);
  // The calls of the first sending were sealed with what the session had issued until then.
  const ofSession = () =>
    secretsIn(
      (calls?.made ?? []).map(({ request: sent }) => sent),
      sealer,
    );
  const sealedCalls =
    againCalls && settings.credentials === 'seal'
      ? sealedNoticed(againCalls, [...ofSession(), ...known], sealer)
      : againCalls;
  const laterAnswers = later?.sent.map(answerOf) ?? [];
  const judged = judgeRequest(
    {
      ...facts,
      request,
      recorded,
      replayed,
      replayedAgain: typeof second === 'string' ? null : second,
      later: later && {
        responses: laterAnswers.filter((answer) => typeof answer !== 'string'),
        isDataChanged: later.isDataChanged,
      },
      open(placeholder) {
        const opened = sealer.open(placeholder);
        return opened?.kind === 't' ? opened.bytes.toString() : null;
      },
      mapped: payload?.mapped,
      calls: payload && { differences: payload.differences, first: calls, again: sealedCalls },
    },
    compileRules(rules, operation),
  );
  return {
    ...judged,
    secondAnswers: {
      ...countsOf(typeof second === 'string' ? second : null, once, second === null ? 0 : 1),
      ...laterCounts(laterAnswers.find((answer) => typeof answer === 'string') ?? null, later),
      ...ofBaseline,
    },
  };
});

/** The counts of one request. */
const countsOf = (why: NoSecondAnswer | null, sent: readonly SentAgain[], requests = 1): AnswerCounts => ({
  answered: why === null ? requests : 0,
  without: why === null ? [] : [{ why, requests }],
  sent: sent.length,
  sentMs: sumOf(sent, ({ head }) => Math.round(head.durationMs)),
});

const laterCounts = (why: NoSecondAnswer | null, later: JudgeInput['later']): Pick<SecondAnswers, 'later'> =>
  later === undefined ? {} : { later: countsOf(why, later.sent) };

/** The facts of a request that could not be judged. */
export const notJudged = (operation: string): NoiseFacts => ({
  fields: [],
  changed: [],
  unjudged: [operation],
  secondAnswers: countsOf('NO_ANSWER', []),
});
