import * as v from 'valibot';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { countEndpoints } from '../../../recordings/domain/recorded-endpoint.ts';
import { TargetEnv } from '../../../replay/domain/target-env.ts';
import { runsOf } from '../../../replay/service/runs-of.ts';
import type { EvaluationServices } from '../../composition.ts';
import type { ApplicationFacts } from './choices-view.ts';
import { knownBuilds } from './known-builds.ts';
import type { TargetState } from './target-hint.ts';

/** Newest runs whose builds and targets are suggested. */
const MAX_RUNS = 20;

type Services = Pick<EvaluationServices, 'plans' | 'recordings' | 'applications' | 'targets' | 'egress'>;

/** What is known of the application that a form names, and of its target. */
export async function applicationFacts(form: FormData, services: Services): Promise<ApplicationFacts> {
  const appId = textOf(form, 'app');
  const [recordings, endpoints, { runs }, { replay }, target] = await Promise.all([
    services.recordings.countOf(appId),
    services.recordings.endpointsOf(appId),
    runsOf(services, { appId, limit: MAX_RUNS }),
    services.applications.settings(appId),
    targetState(appId, textOf(form, 'target'), services),
  ]);
  const settled = runs.find(({ round }) => round?.result);
  return {
    recordings,
    endpoints: countEndpoints(endpoints),
    builds: knownBuilds(runs),
    targets: [...new Set(runs.map(({ plan }) => plan.targetEnv))],
    target,
    hasRunningBuild: replay.baselineEnv !== null,
    requests: settled?.round?.result?.totalCases ?? null,
  };
}

async function targetState(
  appId: string,
  target: string,
  { egress, targets }: Pick<Services, 'egress' | 'targets'>,
): Promise<TargetState> {
  if (!v.is(TargetEnv, target)) return 'unknown';
  if ((await egress.denial(target)) !== null) return 'denied';
  return (await targets.admission(appId, target, () => true)) === null ? 'not-allowed' : 'allowed';
}
