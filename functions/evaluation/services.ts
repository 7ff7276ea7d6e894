import { settlingServices } from '../findings/services.ts';
import type { Composition } from '../platform/composition.ts';
import { recordingServices } from '../recordings/services.ts';
import { newPlanServices } from '../replay/services.ts';
import { reportServices } from '../report/services.ts';
import { artifactsOf } from './artifacts/services.ts';
import { hostTokensOf } from './hosts/services.ts';
import { evaluationRepositories } from './service/evaluation-repositories.ts';

type Ports = 'table' | 'blobs' | 'workflows' | 'egress' | 'keys';

export interface EvaluationServices extends ReturnType<typeof evaluationServices> {}

/** Services of the evaluation API. */
export const evaluationServices = ({ world, use, shared }: Composition<Ports>) => ({
  ...use(recordingServices),
  ...world,
  evaluation: use(evaluationOf),
  hostTokens: shared(hostTokensOf),
});

export interface RunningServices extends ReturnType<typeof runningServices> {}

/** Services of the steps of a run, which start replays and read their results. */
export const runningServices = ({ use }: Composition<Ports>) => ({
  ...use(newPlanServices),
  ...use(reportServices),
  ...use(settlingServices),
  ...use(evaluationServices),
});

function evaluationOf({ world, tenant, use, onStop }: Composition<Ports>) {
  const evaluation = evaluationRepositories(world, tenant, use(recordingServices).recordings, use(artifactsOf));
  onStop(evaluation.cancelWaits);
  return evaluation;
}
