import { expect } from 'vitest';
import { type Cases, settledRounds } from '../../support/stages/settled-rounds.ts';

/** Ten cases of three endpoints, eight of which differ. */
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

/** Settled rounds whose analysis starts on request, under a clock that the test sets. */
export function analysisStage() {
  const stage = settledRounds();
  const { clock, analyses, notified } = stage;

  /** Error code of a refused diagnosis. Null if it was accepted. */
  const refusal = async (written: ReturnType<typeof analyses.write>) => {
    const result = await written;
    return result.ok ? null : result.code;
  };

  /** A round whose analysis has started. */
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

  return { stage, clock, analyses, notified, refusal, begun, stateOf, nextDay };
}
