import { EXAMPLE } from '../../functions/platform/http/documents/path-parts.ts';
import { recordedGet } from '../support/fakes/recorded-target.ts';
import { call, completed } from '../support/running-service.ts';

interface Stage {
  service: { url: string };
  target: { url: string };
}

const PATH = '/api/replays/{planId}/accept';
const VERSIONS = '/api/recorder/cases/{caseId}/versions';

/**
 * Preconditions of the examples of accepted results, with the replacements of their values: each has recordings of its
 * own.
 */
export function acceptExamples(stageOf: () => Stage): Readonly<Record<string, () => Promise<Record<string, string>>>> {
  let applications = 0;
  const post = async (path: string, body: unknown) => (await call(stageOf().service.url, 'POST', path, body)).body;

  async function replayed(): Promise<Record<string, string>> {
    const appId = `accepting-${++applications}`;
    const caseId = `${appId}-1`;
    const one = recordedGet(appId, '/orders/1', { total: 10 }, { caseId, operation: EXAMPLE.operation });
    await post('/api/recorder/cases', [one]);
    const { planId } = await post('/openapi/v1/replay-triggers', { appId, targetEnv: stageOf().target.url });
    await completed(stageOf().service.url, planId);
    return { [EXAMPLE.planId]: planId, [EXAMPLE.caseId]: caseId };
  }

  async function accepted(): Promise<Record<string, string>> {
    const words = await replayed();
    const planId = words[EXAMPLE.planId] ?? '';
    const { at } = await post(`/api/replays/${planId}/accept`, { requests: [`${planId}:0`] });
    return { ...words, [EXAMPLE.time]: at };
  }

  return {
    [`POST ${PATH}`]: replayed,
    [`POST ${PATH}/preview`]: replayed,
    [`GET ${PATH}`]: accepted,
    [`DELETE ${PATH}`]: accepted,
    [`GET ${VERSIONS}`]: accepted,
    [`POST ${VERSIONS}/{n}/restore`]: accepted,
  };
}
