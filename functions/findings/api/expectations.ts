import * as v from 'valibot';
import { isAppId } from '../../applications/domain/app-id.ts';
import { expectationAbout } from '../../compare/domain/expected/expectation-about.ts';
import { EXPECTED_PREFIX, expectationId } from '../../compare/domain/expected/expectation-ids.ts';
import type { ExpectedChange } from '../../compare/domain/expected/expected-change.ts';
import { type Caller, type Endpoint, failure, failureOf, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import { NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import type { FindingServices } from '../composition.ts';
import { lastFindings } from '../service/last-findings.ts';
import { ExpectationInput } from './expectation-input.ts';
import { expectationDocs, NO_EXPECTATION, TOO_MANY_EXPECTATIONS } from './expectations.doc.ts';
import { NO_SUCH_PLAN, OTHER_APPLICATION } from './rule-preview.doc.ts';
import { followedExpectations, shownExpectations, useIn } from './shown-expectation.ts';

const path = '/api/apps/{appId}/expectations';

type Services = Pick<
  FindingServices,
  | 'plans'
  | 'findings'
  | 'recordings'
  | 'rules'
  | 'expectations'
  | 'expectationEnds'
  | 'preview'
  | 'audit'
  | 'now'
  | 'log'
>;

/** The expected changes that the body of a request describes, or why there are none. */
async function proposed(
  appId: string,
  body: Readonly<Record<string, unknown>>,
  caller: Caller,
  { plans, expectations, now }: Services,
) {
  const input = v.safeParse(ExpectationInput, body);
  if (!input.success) return { refused: failure(400, 'INVALID_EXPECTATION', invalidOf(input.issues)) };
  const { planId, finding, requests = [], change, note } = input.output;
  const plan = await plans.find(planId);
  const round = plan && (await plans.findRound(plan.planId, plan.round));
  if (!plan || !round) return { refused: failureOf(NO_SUCH_PLAN) };
  if (plan.appId !== appId) return { refused: failureOf(OTHER_APPLICATION) };
  if (round.result === null) return { refused: failureOf(NOT_COMPLETED) };
  if (requests.some((one) => !one.startsWith(`${planId}:`)))
    return { refused: failure(400, 'INVALID_EXPECTATION', 'requests must be requests of the run') };
  const of = finding ? { finding } : { requests: requests.map((one) => Number(one.split(':')[1])) };
  const changes = await expectations.propose(plan, round, of, {
    change,
    note,
    createdBy: caller.name,
    createdAt: now(),
  });
  if (!changes.ok) {
    const status = changes.code === 'NO_SUCH_FINDING' ? 404 : 409;
    return { refused: failure(status, changes.code, changes.message) };
  }
  return { plan, round, changes: changes.value };
}

const invalidOf = ([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string => {
  const name = v.getDotPath(issue);
  return name === null ? 'either finding or requests must be given' : `${name} is missing or invalid`;
};

/** Lists the expected changes of an application, oldest first. */
export const listExpectations: Endpoint<Services> = endpoint({
  method: 'GET',
  path,
  scope: 'read',
  errors: plainErrors,
  doc: expectationDocs.listExpectations,

  async answer({ params: { appId = '' }, caller }, services) {
    const [changes, last] = await Promise.all([services.rules.expected(appId), lastFindings(appId, services)]);
    const items = await followedExpectations(appId, changes, useIn(last?.found), caller, services);
    return ok({ items, nextCursor: null });
  },
});

export const readExpectation: Endpoint<Services> = endpoint({
  method: 'GET',
  path: `${path}/{expectationId}`,
  scope: 'read',
  errors: plainErrors,
  doc: expectationDocs.readExpectation,

  async answer({ params, caller }, services) {
    const { appId = '' } = params;
    const change = await found(params, services);
    if (change === undefined) return failureOf(NO_EXPECTATION);
    const last = await lastFindings(appId, services);
    const [shown] = await followedExpectations(appId, [change], useIn(last?.found), caller, services);
    return shown ? ok(shown) : failureOf(NO_EXPECTATION);
  },
});

async function found(
  { appId = '', expectationId: id = '' }: Readonly<Record<string, string>>,
  { rules }: Pick<Services, 'rules'>,
): Promise<ExpectedChange | undefined> {
  return (await rules.expected(appId)).find(({ ruleId }) => ruleId === `${EXPECTED_PREFIX}${id}`);
}

/** Expects what a run shows until production records it; when the response arrives, findings reflect it. */
export const addExpectations: Endpoint<Services> = endpoint({
  method: 'POST',
  path,
  scope: 'write',
  audits: 'expectation.added',
  body: JSON_BODY,
  errors: plainErrors,
  doc: expectationDocs.addExpectations,

  async answer({ params: { appId = '' }, body, caller }, services) {
    if (!isAppId(appId)) return badParameter('appId');
    const { refused, changes = [] } = await proposed(appId, body, caller, services);
    if (refused) return refused;
    if (!(await services.rules.expect(appId, changes))) return failureOf(TOO_MANY_EXPECTATIONS);
    for (const change of changes) {
      const subject = { appId, expectationId: expectationId(change.ruleId) };
      await services.audit.note(caller, 'expectation.added', subject, expectationAbout(change));
    }
    services.log.info('changes expected', { app_id: appId, changes: changes.length });
    const last = await lastFindings(appId, services);
    const items = await followedExpectations(appId, changes, useIn(last?.found), caller, services);
    return { status: 201, body: { items } };
  },
});

/** Returns what `addExpectations` would change in the run, without saving it. */
export const previewExpectations: Endpoint<Services> = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  scope: 'write',
  body: JSON_BODY,
  errors: plainErrors,
  doc: expectationDocs.previewExpectations,

  async answer({ params: { appId = '' }, body, caller }, services) {
    const proposal = await proposed(appId, body, caller, services);
    if (proposal.refused) return proposal.refused;
    const { plan, round, changes } = proposal;
    const effect = await services.preview(plan, round, changes);
    if (effect === undefined) return failureOf(NOT_COMPLETED);
    const covers = new Map(effect.covers.map(({ id, requests }) => [id, requests]));
    const useOf = useIn(await services.findings.of(plan, round));
    const items = await shownExpectations(
      appId,
      changes,
      (change) => ({ ...useOf(change), covers: covers.get(expectationId(change.ruleId)) ?? 0 }),
      caller,
      services,
    );
    return ok({ items, ...effect });
  },
});

/** Removes an expected change: what it covered shows again, in finished runs as well. */
export const removeExpectation: Endpoint<Services> = endpoint({
  method: 'DELETE',
  path: `${path}/{expectationId}`,
  scope: 'write',
  audits: 'expectation.removed',
  errors: plainErrors,
  doc: expectationDocs.removeExpectation,

  async answer({ params, caller }, services) {
    const { appId = '', expectationId: id = '' } = params;
    const change = await found(params, services);
    if (change === undefined || !(await services.rules.remove(appId, change.ruleId))) return failureOf(NO_EXPECTATION);
    const [shown] = await shownExpectations(appId, [change], useIn(undefined), caller, services);
    const { operation, methods, kind, subject, createdBy, createdAt } = change;
    const named = { operation, ...(methods && { methods }), kind, subject, createdBy, createdAt };
    // Of those that have ended, nothing is left to be listed.
    if (shown?.ended) await services.expectationEnds.forget(appId, id);
    else
      await services.expectationEnds.noteRemoved(appId, id, {
        ...named,
        removedBy: caller.name,
        removedAt: services.now(),
      });
    await services.audit.note(caller, 'expectation.removed', { appId, expectationId: id }, expectationAbout(change));
    return ok({ id });
  },
});
