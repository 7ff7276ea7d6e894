import { EXAMPLE } from '../../functions/platform/http/documents/path-parts.ts';
import { recordedGet } from '../support/fakes/recorded-target.ts';
import { call, completed } from '../support/running-service.ts';
import { acceptExamples } from './accept-examples.ts';
import { badgeExamples } from './badge-examples.ts';

interface Stage {
  service: { url: string };
  target: { url: string };
}

const PATH = '/api/apps/{appId}/expectations';

/**
 * Preconditions of the examples of expected changes, of what is accepted and of badges, with the replacements of their
 * values: each has an application of its own, because rules of other examples ignore what theirs shows.
 */
export function expectationExamples(
  stageOf: () => Stage,
): Readonly<Record<string, () => Promise<Record<string, string>>>> {
  let applications = 0;
  const post = async (path: string, body: unknown) => (await call(stageOf().service.url, 'POST', path, body)).body;

  async function replayed(): Promise<Record<string, string>> {
    const appId = `expecting-${++applications}`;
    const one = recordedGet(appId, '/orders/1', { total: 10, requestedAt: new Date().toISOString() });
    await post('/api/recorder/cases', [{ ...one, operation: EXAMPLE.operation }]);
    const { planId } = await post('/openapi/v1/replay-triggers', { appId, targetEnv: stageOf().target.url });
    await completed(stageOf().service.url, planId);
    return { [EXAMPLE.appId]: appId, [EXAMPLE.planId]: planId };
  }

  async function expecting(): Promise<Record<string, string>> {
    const words = await replayed();
    const body = { planId: words[EXAMPLE.planId], finding: { kind: 'FIELD_VALUE', subject: 'total' } };
    const { items } = await post(`/api/apps/${words[EXAMPLE.appId]}/expectations`, body);
    return { ...words, [EXAMPLE.ruleId]: items[0].id };
  }

  return {
    // Requests of the run of other examples are marked as expected by one of them.
    'GET /openapi/v1/replay-runs/{planId}': replayed,
    [`GET ${PATH}`]: expecting,
    [`POST ${PATH}`]: replayed,
    [`POST ${PATH}/preview`]: replayed,
    [`GET ${PATH}/{expectationId}`]: expecting,
    [`DELETE ${PATH}/{expectationId}`]: expecting,
    ...acceptExamples(stageOf),
    ...badgeExamples(() => stageOf().service.url),
  };
}
