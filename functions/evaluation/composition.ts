import { findingServices, settlingServices } from '../findings/composition.ts';
import type { Composition } from '../platform/composition.ts';
import { recordingServices } from '../recordings/composition.ts';
import { newPlanServices } from '../replay/composition.ts';
import { reportServices } from '../report/composition.ts';
import { artifactsOf } from './artifacts/composition.ts';
import { hostTokensOf } from './hosts/composition.ts';
import { type EvaluationRepositories, evaluationRepositories } from './service/evaluation-repositories.ts';

type Ports = 'table' | 'blobs' | 'workflows' | 'egress' | 'keys';

export interface EvaluationServices extends ReturnType<typeof evaluationServices> {}

/** Services of the evaluation API, and of its pages, which look at earlier runs. */
export const evaluationServices = ({ world, use, shared }: Composition<Ports>) => ({
  ...use(findingServices),
  ...world,
  evaluation: use(evaluationOf),
  hostTokens: shared(hostTokensOf),
});

/** The repositories and the other services that an endpoint or a page uses of the evaluation API. */
export type EvaluationUses<
  Repository extends keyof EvaluationRepositories,
  Other extends keyof EvaluationServices = never,
> = { evaluation: Pick<EvaluationRepositories, Repository> } & Pick<EvaluationServices, Other>;

export interface RunningServices extends ReturnType<typeof runningServices> {}

/** Services of the steps of a run, which start replays and read their results. */
export const runningServices = ({ use }: Composition<Ports>) => ({
  ...use(newPlanServices),
  ...use(reportServices),
  ...use(settlingServices),
  ...use(evaluationServices),
});

/** The repositories and the other services that a step uses. */
export type RunningUses<
  Repository extends keyof EvaluationRepositories,
  Other extends keyof RunningServices = never,
> = EvaluationUses<Repository> & Pick<RunningServices, Other>;

function evaluationOf({ world, tenant, use, onStop }: Composition<Ports>) {
  const evaluation = evaluationRepositories(world, tenant, use(recordingServices).recordings, use(artifactsOf));
  onStop(evaluation.cancelWaits);
  return evaluation;
}
