import * as v from 'valibot';
import type { ApiRequest } from '../../../platform/http/api.ts';
import { failure, failureOf } from '../../../platform/http/api.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../../replay/api/parts/run-refusals.ts';
import { planItemId, type ReplayPlan } from '../../../replay/domain/plan.ts';
import type { SettlingServices } from '../../composition.ts';
import type { AcceptOf } from '../../domain/accepting/accept-of.ts';
import { LEFT_OUT_TEXTS } from '../../domain/accepting/left-out.ts';
import type { LeftOutRequest } from '../../service/accepting/accept-one.ts';
import type { AcceptRefusal } from '../../service/accepting/accepting.ts';
import { AcceptInput, invalidAccept } from './accept-input.ts';

/** The run, the choice and the caller of a request that accepts results, or why it is refused. */
export async function acceptContext(
  { params, body, caller }: Pick<ApiRequest, 'params' | 'caller'> & { body: Readonly<Record<string, unknown>> },
  { plans, now }: Pick<SettlingServices, 'plans' | 'now'>,
) {
  const input = v.safeParse(AcceptInput, body);
  if (!input.success) return { refused: failure(400, 'INVALID_ACCEPT', invalidAccept(input.issues)) };
  const plan = await plans.find(params.planId ?? '');
  const round = plan && (await plans.findRound(plan.planId, plan.round));
  if (!plan || !round) return { refused: failureOf(NO_PLAN) };
  if (round.result === null) return { refused: failureOf(NOT_COMPLETED) };
  const { requests, finding, operations, note, force, after } = input.output;
  if (requests?.some((one) => !one.startsWith(`${plan.planId}:`)))
    return { refused: failure(400, 'INVALID_ACCEPT', 'requests must be requests of the run') };
  const of: AcceptOf = requests
    ? { requests: requests.map((one) => Number(one.split(':')[1])) }
    : finding
      ? { finding }
      : { expected: true, ...(operations && { operations }) };
  const by = { by: caller.name, at: now(), ...(note !== undefined && note !== '' && { note }) };
  return { plan, round, of, by: { by, force, after } };
}

/** A refusal of the service as a response. */
export const acceptRefused = ({ code, message }: { code: AcceptRefusal; message: string }) =>
  failure(code === 'NO_SUCH_FINDING' ? 404 : 409, code, message);

/** A request that is left out, as responses show it. */
export const leftOutView =
  ({ planId }: Pick<ReplayPlan, 'planId'>) =>
  ({ item, planned, leftOut }: LeftOutRequest) => ({
    planItemId: planItemId(planId, item),
    caseId: planned?.caseId ?? null,
    reason: leftOut,
    reasonText: LEFT_OUT_TEXTS[leftOut],
  });
