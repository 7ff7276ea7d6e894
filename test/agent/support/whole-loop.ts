import { PATIENCE } from '../../support/patience.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { type AgentProcessOptions, startWithAgent } from './agent-process.ts';

/** A request that an application is asked. */
export interface LoopRequest {
  method?: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

export type LoopApp = Omit<AgentProcessOptions, 'service' | 'mode'> & { appId: string };

/** What a recording holds. */
export interface Recorded {
  statuses: number[];
  /** Calls by kind. */
  calls: Record<string, number>;
}

const envOf = ({ env, appId }: LoopApp) => ({ ...env, REPLAY_APP: appId, SVC_TOKEN: ADMIN_KEY });

/** Records an application under the agent at the real service. */
export async function recordApplication(
  service: string,
  app: LoopApp,
  requests: readonly LoopRequest[],
): Promise<Recorded> {
  const running = await startWithAgent({ ...app, service, mode: 'record', env: envOf(app) });
  try {
    const statuses: number[] = [];
    for (const { path, ...init } of requests) {
      const answer = await fetch(`${running.url}${path}`, { redirect: 'manual', ...init });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    const calls: Record<string, number> = {};
    for (const { caseId } of await casesOf(service, app.appId, requests.length)) {
      const { body } = await call(service, 'GET', `/api/recorder/cases/${caseId}`);
      for (const { kind } of body.calls) calls[kind] = (calls[kind] ?? 0) + 1;
    }
    return { statuses, calls };
  } finally {
    await running.stop();
  }
}

/** What the service found, and what the process wrote. */
export interface Replayed {
  needsAction: unknown[];
  states: string[];
  statuses: { recorded: number; replayed: number }[];
  /** Of the first result, how its calls were answered. */
  callsStates: unknown[];
  output: string;
}

/** Replays what was recorded against a new process under the agent, which only replays. */
export async function replayApplication(service: string, app: LoopApp): Promise<Replayed> {
  const running = await startWithAgent({ ...app, service, mode: 'replay', env: envOf(app) });
  try {
    const triggered = await call(service, 'POST', '/openapi/v1/replay-triggers', {
      appId: app.appId,
      targetEnv: running.url,
      enableMock: true,
    });
    const run = await completed(service, triggered.body.data?.planId ?? triggered.body.planId);
    const planId = new URL(run.reportUrl).pathname.split('/').pop();
    const { body } = await call(service, 'GET', `/api/replays/${planId}/cases?limit=200`);
    const items: { state: string; status: { recorded: number; replayed: number }; callsState?: unknown }[] = body.items;
    return {
      needsAction: run.findings.needsAction,
      states: items.map(({ state }) => state),
      statuses: items.map(({ status }) => status),
      callsStates: items.map(({ callsState }) => callsState),
      output: running.output(),
    };
  } finally {
    await running.stop();
  }
}

async function casesOf(service: string, appId: string, count: number): Promise<{ caseId: string }[]> {
  const until = Date.now() + PATIENCE.timeout;
  for (;;) {
    const { body } = await call(service, 'GET', `/api/recorder/apps/${appId}/cases?limit=200`);
    if (body.items?.length >= count) return body.items;
    if (Date.now() > until) throw new Error(`only ${body.items?.length} of ${count} cases arrived`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
