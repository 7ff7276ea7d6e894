import { runsOf } from '../../replay/service/runs-of.ts';
import type { FindingServices } from '../composition.ts';

/** Latest runs among which one has finished, as a rule. */
const LATEST = 5;

/** The latest finished run of an application, with its current findings; undefined if there is none. */
export async function lastFindings(appId: string, services: Pick<FindingServices, 'plans' | 'findings'>) {
  const { runs } = await runsOf(services, { appId, limit: LATEST });
  const last = runs.find(({ plan, round }) => plan.status === 'COMPLETED' && round?.result);
  const found = last?.round && (await services.findings.of(last.plan, last.round));
  return last && found ? { plan: last.plan, found } : undefined;
}
