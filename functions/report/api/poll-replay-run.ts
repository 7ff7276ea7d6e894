import { type Endpoint, JSON_TYPE, jsonBytes, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { etagOf, isNotModified, notModified, revalidated } from '../../platform/http/etag-of.ts';
import { jsonText } from '../../platform/values/typed-json.ts';
import type { ReportServices } from '../composition.ts';
import { EMPTY_REPLAY_RUN, settledReplayRun, unfinishedReplayRun } from './parts/replay-run-view.ts';
import type { PollAnswer } from './poll-answer.ts';
import { pollDocs } from './replay-runs.doc.ts';

type PollServices = Pick<
  ReportServices,
  'plans' | 'results' | 'findings' | 'analyses' | 'config' | 'rules' | 'pollAnswers'
>;

const NO_RUN: PollAnswer = {
  bytes: jsonText({ ...EMPTY_REPLAY_RUN, errorCode: 'NOT_FOUND', errorMessage: 'there is no such run' }),
  etag: null,
  isFinal: false,
};

/**
 * Returns the progress of a replay and, once it has settled, its result (spec 2.3, 4.2). That answer has a tag: a
 * caller that has it gets 304.
 */
export const pollReplayRun: Endpoint<PollServices> = endpoint({
  method: 'GET',
  path: '/openapi/v1/replay-runs/{planId}',
  scope: null,
  errors: openApiErrors,
  doc: pollDocs.pollReplayRun,

  async answer({ params, headers }, services) {
    const planId = params.planId ?? '';
    const { bytes, etag } = await services.pollAnswers(
      planId,
      () => pollOf(planId, services),
      ({ isFinal }) => isFinal,
    );
    if (etag === null) return jsonBytes(bytes);
    if (isNotModified(headers.get('if-none-match'), etag)) return notModified(etag);
    return { status: 200, headers: { ...JSON_TYPE, ...revalidated(etag) }, bytes };
  },
});

async function pollOf(planId: string, services: PollServices): Promise<PollAnswer> {
  const plan = await services.plans.find(planId);
  const round = plan && (await services.plans.findRound(plan.planId, plan.round));
  if (!plan || !round) return NO_RUN;
  if (plan.status !== 'COMPLETED' || round.result === null)
    return { bytes: jsonText(await unfinishedReplayRun(plan, round, services)), etag: null, isFinal: true };
  const { run, isFinal } = await settledReplayRun(plan, round, services);
  const bytes = jsonText(run);
  return { bytes, etag: etagOf(bytes), isFinal };
}
