import { call } from '../../support/running-service.ts';
import type { EndedRun, History, Operation } from './history.ts';

/** Part of the path of every rule that a client adds; the service adds others to a new application. */
const OWN_RULE = 'unused';

/** Everything that clients may have left behind, as the API shows it. */
export async function readFinalState(
  url: string,
  operations: readonly Operation[],
): Promise<Pick<History, 'cases' | 'rules' | 'channels' | 'runs'>> {
  const cases = new Map<string, { appId: string; path: string }>();
  for (const caseId of new Set(operations.flatMap((one) => (one.kind === 'record' ? one.caseId : [])))) {
    const { status, body } = await call(url, 'GET', `/api/recorder/cases/${caseId}`);
    if (status === 200) cases.set(caseId, { appId: body.appId, path: body.request.path });
    else if (status !== 404) throw new Error(`a case is answered ${status}`);
  }
  const rules: History['rules'][number][] = [];
  for (const appId of new Set(operations.flatMap((one) => ('appId' in one ? one.appId : [])))) {
    const listed = await every<{ ruleId: string; path: string }>(url, `/api/apps/${appId}/compare-rules`);
    rules.push(
      ...listed.filter(({ path }) => path.includes(OWN_RULE)).map(({ ruleId, path }) => ({ appId, id: ruleId, path })),
    );
  }
  const { channels } = (await call(url, 'GET', '/openapi/v1/notification-channels')).body;
  const plans = await every<{ planId: string; appId: string }>(url, '/api/replays');
  const runs: EndedRun[] = [];
  for (const plan of plans) runs.push(await readRun(url, plan));
  return { cases, rules, channels, runs };
}

async function readRun(url: string, { planId, appId }: { planId: string; appId: string }): Promise<EndedRun> {
  const { body } = await call(url, 'GET', `/openapi/v1/replay-runs/${planId}`);
  const { totalCases, successCases, failedCases } = body;
  const items = await every<{ caseId: string; state: string; kinds: string[] }>(url, `/api/replays/${planId}/cases`);
  return {
    planId,
    appId,
    hasCompleted: body.status === 'COMPLETED',
    isInterrupted: body.findings.state === 'INTERRUPTED',
    totalCases,
    successCases,
    failedCases,
    items,
  };
}

async function every<T>(url: string, path: string): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await call(url, 'GET', `${path}${cursor === null ? '' : `?cursor=${cursor}`}`);
    if (status !== 200) throw new Error(`a list is answered ${status}`);
    items.push(...body.items);
    cursor = body.nextCursor;
  } while (cursor !== null && cursor !== undefined);
  return items;
}
