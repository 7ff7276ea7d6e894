import { keptWords } from '../../platform/json/tape-words.ts';
import type { SendingServices } from '../composition.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { RoundSending } from '../service/sending/round-sending.ts';
import type { BuildValues } from './build-values.ts';
import type { LaneCases } from './cases-ahead.ts';
import { type LaneValues, laneValues } from './lane-values.ts';
import { runValues } from './run-values.ts';

/** The plan of a round; `beside`: the same with the running build as target. */
interface PlannedRound {
  plan: ReplayPlan;
  beside: ReplayPlan | null;
  round: number;
}

/** Creates the function that makes the values of a lane to send with; null if the application does not map values. */
export function buildValuesOf(
  { plan, beside, round }: PlannedRound,
  {
    settings,
    credentialSettings,
    keys,
    currentRules: rules,
    comparableOf,
  }: Pick<RoundSending, 'settings' | 'credentialSettings' | 'keys' | 'currentRules'> & Pick<LaneCases, 'comparableOf'>,
  services: Pick<SendingServices, 'recordings' | 'results' | 'work'>,
) {
  const words = keptWords();
  const sealing = { settings: credentialSettings, keys };
  const shared = { plan, round, rules, sealing, words, comparableOf };
  const name = `${plan.planId}-${round}`;

  return (lane: Pick<LaneCases, 'cases' | 'done'>): BuildValues | null => {
    const of = ({ targetEnv }: ReplayPlan, side: LaneCases['side'], run: string): LaneValues =>
      laneValues({ ...lane, ...shared, targetHost: new URL(targetEnv).host, run: runValues(run), side }, services);
    if (!settings.replay.aliasValues) return null;
    return { target: of(plan, 'target', name), baseline: beside && of(beside, 'baseline', `${name} running build`) };
  };
}
