import type { Step } from '../../platform/steps/step.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import type { SendingServices } from '../composition.ts';
import { RoundInput } from '../domain/round-input.ts';
import { roundOf } from '../service/round-of.ts';
import { casesOfPlan } from '../service/selecting/cases-of-plan.ts';
import { MAX_DIRECT } from '../service/selecting/gathered-cases.ts';
import { plannedRun } from '../service/selecting/planned-run.ts';

/**
 * Selects the newest cases of each endpoint, or those that differ most, and stores them as chunks, once per round (spec
 * 2.1). Of a large round, the chunks are in blobs, and one row records all of them before each has its own: a run of
 * this step that follows a crash, or was faster, uses the chunks of the other.
 */
export const selectCases: Step<
  RoundInput,
  Pick<SendingServices, 'plans' | 'results' | 'recordings' | 'applications' | 'caseManifests' | 'work' | 'maxWorkers'>
> = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    if (round.selection) return round.selection;
    const { plans, results, recordings, applications } = services;

    const recorded = await recordings.endpointsOf(plan.appId);
    const inScope = (plan.operations ?? recorded).map(({ operation }) => operation);
    const mayBeLarge = plan.caseManifest !== undefined || plan.caseCountLimit * inScope.length > MAX_DIRECT;
    const earlier = mayBeLarge ? await results.findSelected(plan.planId, round.round) : undefined;

    async function planned() {
      const scope = new Set(inScope);
      const inMethods = recorded.filter(({ operation }) => scope.has(operation));
      await results.putScope(plan, round.round, {
        operationsInScope: inScope,
        methodsInScope: Object.fromEntries(inMethods.map((one) => [one.operation, one.methods])),
      });
      const { login, replay } = await applications.settings(plan.appId);
      // A login step and fixed headers replace credentials.
      const isReplaced = login !== null || Object.keys(replay.headers.set).some(isCredentialName);
      const how = { plan, round: round.round, settings: replay, isReplaced, maxWorkers: services.maxWorkers };
      const run = await plannedRun(casesOfPlan(plan, inScope, services), how, services);
      if (run.chunks === null || (await results.putSelected(plan, round.round, { ...run, chunks: run.chunks })))
        return run;
      // Another run of this step was faster; its chunks win.
      return (await results.findSelected(plan.planId, round.round)) ?? run;
    }

    const { selection, chunks } = earlier ?? (await planned());
    if (chunks !== null) await results.putChunkRows(plan, round.round, { chunks });
    if (await plans.setOnce(plan.planId, round.round, 'selection', selection)) return selection;
    return (await roundOf(input, services)).round.selection ?? selection;
  },
};
