import { type Endpoint, failure, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { NO_PLAN } from '../../replay/api/parts/run-refusals.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FindingServices } from '../composition.ts';
import { changesSince, endpointFindings } from '../domain/changes.ts';
import { planDocs } from './plans.doc.ts';

/** Maximum number of earlier plans considered as the base of a comparison. */
const MAX_EARLIER_REPLAYS = 100;

/** The value of `base` for the newest earlier CLEAN run, or else the previous run; also the default. */
const PREVIOUS_CLEAN = 'previous-clean';

/** The parameter that names the base, and its earlier name. */
const NAMES = ['base', 'since'] as const;

/** Returns which findings are new, gone and unchanged since another run of the application, the base. */
export const readChanges: Endpoint<Pick<FindingServices, 'plans' | 'findings'>> = endpoint({
  method: 'GET',
  path: '/api/replays/{planId}/changes',
  scope: 'read',
  errors: plainErrors,
  doc: planDocs.readChanges,

  async answer({ params, query }, services) {
    const { plans } = services;
    const plan = await plans.find(params.planId ?? '');
    const current = plan && (await findingsOf(plan, services));
    if (!plan) return failureOf(NO_PLAN);
    if (current === undefined) return notCompleted('the run');

    const [name = 'base', second] = NAMES.filter((one) => query.get(one));
    if (second !== undefined) return invalid('base and since must not be given together');
    if (query.getAll(name).length > 1) return invalid(`${name} is given more than once`);
    const wanted = query.get(name) || PREVIOUS_CLEAN;
    const base = wanted === PREVIOUS_CLEAN ? await runBefore(plan, services) : await plans.find(wanted);
    if (wanted !== PREVIOUS_CLEAN && base === undefined)
      return failure(404, 'NOT_FOUND', `${name}: there is no such run`);
    if (base?.planId === plan.planId) return invalid(`${name} must be another run`);
    if (base && base.appId !== plan.appId) return invalid(`${name} must be a run of the same application`);
    const earlier = base ? await findingsOf(base, services) : [];
    if (earlier === undefined) return notCompleted(`${name}: the run`);
    return ok({ planId: plan.planId, since: base?.planId ?? null, ...changesSince(earlier, current) });
  },
});

const invalid = (message: string) => failure(400, 'INVALID_QUERY', message);

const notCompleted = (which: string) => failure(409, 'NOT_COMPLETED', `${which} has not completed`);

/** Undefined until the plan's latest round has settled. */
async function findingsOf(plan: ReplayPlan, { plans, findings }: Pick<FindingServices, 'plans' | 'findings'>) {
  const round = await plans.findRound(plan.planId, plan.round);
  if (plan.status !== 'COMPLETED' || !round || round.result === null) return undefined;
  const found = await findings.of(plan, round);
  return found && endpointFindings(found.input);
}

/** The newest earlier run that settled CLEAN, else the newest earlier one that completed. */
async function runBefore(plan: ReplayPlan, { plans }: Pick<FindingServices, 'plans'>): Promise<ReplayPlan | undefined> {
  const earlier = (await plans.earlier(plan, MAX_EARLIER_REPLAYS)).filter(({ status }) => status === 'COMPLETED');
  const rounds: (ReplayRound | undefined)[] = await plans.latestRounds(earlier);
  return earlier.find((_, index) => rounds[index]?.result?.state === 'CLEAN') ?? earlier[0];
}
