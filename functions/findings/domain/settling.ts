import type { ReplayRound } from '../../replay/domain/plan.ts';

/** What findings wait for after the last request (spec 3.1, interface 3.1). */
export type SettlingStage = 'NOISE_REDUCTION' | 'WAIT';

/** Why a replay whose requests were all sent has not settled. */
export interface Settling {
  stage: SettlingStage;
  /** Epoch ms; null for a stage without a fixed end. */
  until: number | null;
  reason: string;
}

const REASONS: Readonly<Record<SettlingStage, string>> = {
  NOISE_REDUCTION:
    'Noise reduction sends failing requests again, to find the fields that differ without a change. Findings settle when it ends.',
  WAIT: 'Noise reduction is off (SVC_NOISE_REDUCTION), so findings settle at a fixed time after the last request (SVC_SETTLE_SECONDS).',
};

/** The stage that follows sending; null: findings settle at once, as nothing more can change. */
export function settlesAfter(
  { interruption, selection }: Pick<ReplayRound, 'interruption' | 'selection'>,
  noiseReduction: 'off' | 'rules' | 'ai',
): SettlingStage | null {
  if (interruption !== null || selection?.requests === 0) return null;
  return noiseReduction === 'off' ? 'WAIT' : 'NOISE_REDUCTION';
}

/** What a round waits for now; null while it sends, and once it has settled. */
export function settlingOf(
  round: Pick<ReplayRound, 'interruption' | 'selection' | 'finishedAt' | 'settleAt' | 'result'>,
  noiseReduction: 'off' | 'rules' | 'ai',
): Settling | null {
  if (round.finishedAt === null || round.result !== null) return null;
  const stage = settlesAfter(round, noiseReduction);
  if (stage === null) return null;
  return { stage, until: stage === 'WAIT' ? round.settleAt : null, reason: REASONS[stage] };
}
