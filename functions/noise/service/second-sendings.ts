import type { FindingsService } from '../../findings/service/findings.ts';
import type { World } from '../../platform/world.ts';
import type { SecondSendings } from '../../replay/composition.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { lacksField, shouldJudge } from '../domain/should-judge.ts';
import type { NoiseStore } from '../store/noise.ts';
import { judgedAgain, requestJudge } from './request-judge.ts';

/** Judges failing requests while a round is sent, so that their sessions still live when they are sent again. */
export const secondSendings = (
  services: { results: ResultStore; noise: NoiseStore; findings: Pick<FindingsService, 'rulesByOperation'> } & Pick<
    World,
    'work'
  >,
): SecondSendings => ({
  of(plan, round, setup) {
    const rulesOf = services.findings.rulesByOperation(setup.currentRules);
    const { judge, judgeLater } = requestJudge({ plan, round: { round } }, setup, services);
    return {
      isWanted: (outcome) => shouldJudge(outcome, rulesOf(outcome.operation), plan),
      lacksField: (outcome) => lacksField(outcome, rulesOf(outcome.operation)),
      judge,
      judgeLater: async (failing, later) =>
        judgedAgain(await judgeLater(failing, { answers: [later], isDataChanged: false })),
    };
  },
});
