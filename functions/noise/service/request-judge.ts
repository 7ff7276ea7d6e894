import type { RuleInForce } from '../../compare/domain/rules/rules.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import type { World } from '../../platform/world.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import type { JudgedAgain, SecondAnswer } from '../../replay/composition.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { PlannedCase } from '../../replay/domain/results/chunk.ts';
import type { ResultHead } from '../../replay/domain/results/result-head.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { type JudgeInput, judgeRequestJob, notJudged, type SentAgain } from '../domain/judge-request-job.ts';
import { withLater } from '../domain/later-facts.ts';
import type { NoiseFacts, NoSecondAnswer } from '../domain/noise-facts.ts';
import type { NoiseStore } from '../store/noise.ts';

/** A failing request of a chunk. */
export interface FailingRequest {
  chunk: number;
  planned: PlannedCase;
  head: Pick<ResultHead, 'replayedAt'>;
}

/** What sending a request again some seconds later returned, in the order of sending. */
export interface LaterAnswers {
  answers: readonly SecondAnswer[];
  /** Requests after the first replay may have changed data. */
  isDataChanged: boolean;
}

/** How the requests of a plan are currently compared. */
export interface JudgeSetup {
  currentRules: readonly RuleInForce[];
  credentialSettings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
}

/**
 * Creates the functions that judge a failing request by what is stored of it and by further answers, and store what was
 * found: `judge` by a second answer at once, or without one; `judgeLater` by answers of some seconds later.
 */
export function requestJudge(
  { plan, round }: { plan: ReplayPlan; round: Pick<ReplayRound, 'round'> },
  { currentRules, credentialSettings, keys }: JudgeSetup,
  { results, work, noise }: { results: Pick<ResultStore, 'findUnread'>; noise: NoiseStore } & Pick<World, 'work'>,
) {
  async function factsOf(
    { chunk, planned, head }: FailingRequest,
    answers: Pick<JudgeInput, 'again' | 'againCalls' | 'later'>,
  ): Promise<NoiseFacts> {
    const { operation, item, recordedAt } = planned;
    const found = await results.findUnread(plan, round.round, chunk, item);
    if (found === undefined) return notJudged(operation);
    const { again, later } = answers;
    const sent = [...(later?.sent ?? []), ...(typeof again === 'string' || again === null ? [] : [again])];
    const judged = await work.run(
      judgeRequestJob,
      async () => ({
        ...answers,
        stored: await found.stored.bytes(),
        operation,
        targetEnv: plan.targetEnv,
        baselineEnv: plan.baselineEnv,
        recordedAt: (plan.baselineEnv !== undefined && head.replayedAt) || recordedAt,
        replayedAt: head.replayedAt ?? null,
        rules: currentRules,
        settings: credentialSettings,
        keys,
      }),
      { bytes: found.stored.size + sumOf(sent, ({ body }) => body.byteLength) },
    );
    return judged.ok ? judged.value : notJudged(operation);
  }

  return {
    async judge(failing: FailingRequest, again: SecondAnswer | NoSecondAnswer): Promise<JudgedAgain> {
      const answer =
        typeof again === 'string' ? { again, againCalls: null } : { again: sentAgain(again), againCalls: again.calls };
      const facts = await factsOf(failing, answer);
      await noise.putItem(plan, round.round, failing.chunk, failing.planned.item, facts);
      return judgedAgain(facts);
    },

    /** Adds to what is known of a request what later answers say, and returns it. */
    async judgeLater(failing: FailingRequest, later: LaterAnswers): Promise<NoiseFacts> {
      const { chunk, planned } = failing;
      const before = await noise.findItem(plan.planId, round.round, chunk, planned.item);
      const facts = await factsOf(failing, {
        again: null,
        againCalls: null,
        later: { sent: later.answers.map(sentAgain), isDataChanged: later.isDataChanged },
      });
      const known = before === undefined ? facts : withLater(before, facts);
      await noise.putItem(plan, round.round, chunk, planned.item, known);
      return known;
    },
  };
}

/** What the facts of a request say of a further answer. */
export const judgedAgain = ({ changed, fields, unjudged }: NoiseFacts): JudgedAgain => ({
  isPresent: changed.every(({ kind }) => kind !== 'FIELD_MISSING'),
  isExplained: unjudged.length === 0 && fields.every(({ unexplained }) => unexplained === 0),
});

const sentAgain = ({ outcome, calls, secrets }: SecondAnswer): SentAgain => {
  const { body, ...head } = outcome.kind === 'response' ? outcome : { ...outcome, body: NO_BYTES };
  return { head, body, secrets, isUnanswered: calls?.isUnanswered ?? false };
};

const NO_BYTES = new Uint8Array();
