import { expect } from 'vitest';
import { type Cases, settledRounds } from '../../support/stages/settled-rounds.ts';

/** Ten cases of three endpoints, of which eight differ. */
export const MIXED: readonly Cases[] = [
  { operation: '/a', cases: 4, differences: [['FIELD_VALUE', 'price']] },
  { operation: '/a', cases: 2 },
  { operation: '/b', cases: 3, differences: [['NEW_FIELD', 'more']] },
  { operation: '/c', cases: 1, differences: [['FIELD_TYPE', 'x']] },
];
/** Two cases that pass. */
export const CLEAN: readonly Cases[] = [{ operation: '/a', cases: 2 }];

export const STALE_MS = 300_000;
export const DAY_MS = 86_400_000;

/** Settled rounds whose analysis begins when it is asked for, under a clock that the test turns. */
export function analysisStage() {
  const stage = settledRounds();
  const { clock, analyses, told } = stage;

  /** The code by which a diagnosis was refused; null where it was taken. */
  const refusal = async (written: ReturnType<typeof analyses.write>) => {
    const result = await written;
    return result.ok ? null : result.code;
  };

  /** A round whose analysis has begun. */
  async function begun(more: { appId?: string } = {}) {
    const round = await stage.settled(MIXED, more);
    expect((await analyses.request(round.plan, round.round)).waitSeconds).toBe(300);
    return round;
  }

  const stateOf = async ({ plan, round }: Awaited<ReturnType<typeof begun>>) => {
    const { analysis } = await analyses.viewOf(plan, round);
    return analysis && [analysis.state, analysis.reason];
  };

  const nextDay = () => {
    clock.now += DAY_MS;
  };

  return { stage, clock, analyses, told, refusal, begun, stateOf, nextDay };
}
