import type { CompareRule } from '../../compare/domain/rules/rules.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { World } from '../../platform/world.ts';
import type { Secret } from '../../recordings/domain/sealed/found-credentials.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import type { NoticedCalls } from '../../replay/domain/calls/result-calls.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { PlannedCase } from '../../replay/domain/results/chunk.ts';
import type { ResultHead } from '../../replay/store/result-rows.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { judgeRequestJob, notJudged } from '../domain/judge-request-job.ts';
import type { NoiseStore } from '../store/noise.ts';

/** What sending a request again returned. */
export interface SecondAnswer {
  outcome: OutboundOutcome;
  /** The downstream calls that were noticed meanwhile; null if none could be. */
  calls: NoticedCalls | null;
  /** Credentials that it was sent again with. */
  secrets: readonly Secret[];
}

/** How the requests of a plan are compared today. */
export interface JudgeSetup {
  today: readonly CompareRule[];
  kept: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
}

/**
 * Creates the function that judges a failing request by what is stored of it, and by a second answer if it was sent again,
 * and stores what was found.
 */
export function requestJudge(
  { plan, round }: { plan: ReplayPlan; round: Pick<ReplayRound, 'round'> },
  { today, kept, keys }: JudgeSetup,
  { results, work, noise }: { results: Pick<ResultStore, 'findUnread'>; noise: NoiseStore } & Pick<World, 'work'>,
) {
  return async (
    chunk: number,
    { operation, item, recordedAt }: PlannedCase,
    { replayedAt }: Pick<ResultHead, 'replayedAt'>,
    again: SecondAnswer | null,
  ): Promise<void> => {
    const found = await results.findUnread(plan.planId, round.round, chunk, item);
    const answer = again?.outcome ?? null;
    const { body = NO_BYTES, ...outcome } =
      answer === null || answer.kind === 'response' ? (answer ?? {}) : { ...answer, body: NO_BYTES };
    const facts =
      found &&
      (await work.run(
        judgeRequestJob,
        async () => ({
          stored: await found.stored.bytes(),
          again: 'kind' in outcome ? outcome : null,
          body,
          againCalls: again?.calls ?? null,
          secrets: again?.secrets ?? [],
          operation,
          recordedAt,
          replayedAt: replayedAt ?? null,
          rules: today,
          settings: kept,
          keys,
        }),
        { bytes: found.stored.size + body.byteLength },
      ));
    await noise.putItem(plan, round.round, chunk, item, facts?.ok ? facts.value : notJudged(operation));
  };
}

const NO_BYTES = new Uint8Array();
