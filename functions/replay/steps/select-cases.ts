import * as v from 'valibot';
import type { Step } from '../../platform/steps/step.ts';
import type { Digest } from '../../platform/values/digest.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import type { SendingServices } from '../composition.ts';
import { CaseManifest } from '../domain/case-manifest.ts';
import { runOrder } from '../domain/order/run-order.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import { plannedChunks } from '../domain/planned-chunks.ts';
import { RoundInput } from '../domain/round-input.ts';
import { areCutApart } from '../domain/sessions/cut-session.ts';
import type { ShapeCoverage } from '../domain/spread.ts';
import { completedSessions } from '../service/completed-sessions.ts';
import { orderFamilies } from '../service/order-families.ts';
import { roundOf } from '../service/round-of.ts';
import { byRecording, headOrUnreadable, selectedCases } from '../service/selected-cases.ts';
import { spreadCases } from '../service/spread-cases.ts';

/** Minimum connections per worker, so that small plans are not split over many. */
const CONNECTIONS_PER_WORKER = 5;
const MAX_WORKERS = 10;

/**
 * Selects the newest cases of each endpoint, or those that differ most, and stores them as chunks, once per round (spec
 * 2.1).
 */
export const selectCases: Step<
  RoundInput,
  Pick<SendingServices, 'plans' | 'results' | 'recordings' | 'applications' | 'caseManifests' | 'work'>
> = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    if (round.selection) return round.selection;
    const { plans, results, recordings, applications } = services;

    const recorded = await recordings.endpointsOf(plan.appId);
    const inScope = (plan.operations ?? recorded).map(({ operation }) => operation);
    const { chosen, shapes } = await casesOfPlan(plan, inScope, services);

    const { login, replay } = await applications.settings(plan.appId);
    const { keepSessions, order: setting, headers } = replay;
    const { sessions, cut, ...inSessions } = keepSessions
      ? await completedSessions(plan.appId, chosen, recordings)
      : {
          chosen: chosen.map((one) => ({ ...one, session: null })),
          preparation: [],
          sessions: undefined,
          cut: new Set<string>(),
        };
    const order = runOrder({ run: plan.order, setting, requests: chosen });
    const familiesOf = order.used === 'families' ? await orderFamilies(inSessions.chosen, services) : undefined;
    // A login step and fixed headers replace credentials.
    const isReplaced = login !== null || Object.keys(headers.set).some(isCredentialName);
    const apart = sessions && !isReplaced && areCutApart(sessions) ? { cut } : {};
    const chunks = plannedChunks({ ...inSessions, ...apart, order: order.used, ...(familiesOf && { familiesOf }) });
    const scope = new Set(inScope);
    const methods = recorded.filter(({ operation }) => scope.has(operation)).map((one) => [one.operation, one.methods]);
    await results.putScope(plan, round.round, {
      operationsInScope: inScope,
      methodsInScope: Object.fromEntries(methods),
    });
    for (const chunk of chunks) await results.putChunk(plan, round.round, chunk);
    const workers = Math.min(
      // One order for all requests: their chunks are sent one after the other.
      order.used === 'sessions' ? MAX_WORKERS : 1,
      chunks.length,
      Math.max(1, Math.floor(plan.load.concurrency / CONNECTIONS_PER_WORKER)),
    );
    const selection = {
      requests: chosen.length,
      chunks: chunks.length,
      workers: Math.max(1, workers),
      order,
      ...(shapes && { shapes }),
      ...(sessions && { sessions }),
    };
    if (await plans.setOnce(plan.planId, round.round, 'selection', selection)) return selection;
    // Another run of this step was faster; its selection wins.
    return (await roundOf(input, services)).round.selection ?? selection;
  },
};

async function casesOfPlan(
  plan: ReplayPlan,
  inScope: readonly string[],
  services: Pick<SendingServices, 'recordings' | 'caseManifests' | 'work'>,
): Promise<{ chosen: CaseHead[]; shapes?: ShapeCoverage }> {
  if (plan.caseManifest !== undefined) return { chosen: await namedCases(plan.caseManifest, services) };
  if (plan.caseSelection === 'spread') return spreadCases(plan, inScope, services);
  return { chosen: await selectedCases(plan, inScope, services.recordings) };
}

/** Cases that an evaluation fixed before, if they still exist (evaluation 3.14). */
async function namedCases(
  manifest: Digest,
  { caseManifests, recordings }: Pick<SendingServices, 'caseManifests' | 'recordings'>,
): Promise<CaseHead[]> {
  const { app_id, cases } = v.parse(CaseManifest, await caseManifests.jsonOf(manifest));
  const heads = await Promise.all(
    cases.map(({ case_id, trace_id, operation, recorded_at }) =>
      headOrUnreadable(
        { caseId: case_id, appId: app_id, traceId: trace_id, operation, recordedAt: Date.parse(recorded_at) },
        recordings,
      ),
    ),
  );
  return heads.filter((head) => head !== undefined).sort(byRecording);
}
