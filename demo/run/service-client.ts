import { request } from 'undici';
import * as v from 'valibot';
import type { IgnoreRule } from './ignore-rules.ts';
import { ReplayRun } from './replay-run.ts';

const CasePage = v.object({ items: v.array(v.unknown()), nextCursor: v.nullable(v.string()) });
/** The downstream calls of a replay. */
export const RunCalls = v.object({ answered: v.number(), real: v.number(), mockMisses: v.number() });
export type RunCalls = v.InferOutput<typeof RunCalls>;

const Triggered = v.object({ planId: v.string(), errorCode: v.null() });

/** What the demo needs of the service. */
export interface ServiceClient {
  /** Counts the recorded requests of an application. */
  recorded(appId: string): Promise<number>;
  ignore(appId: string, rule: IgnoreRule): Promise<void>;
  /** Starts a replay of everything recorded in the last day; returns the planId. */
  trigger(plan: { appId: string; targetEnv: string; attributes: Record<string, string> }): Promise<string>;
  poll(planId: string): Promise<ReplayRun>;
  /** How the downstream calls of a settled replay were made. */
  calls(planId: string): Promise<RunCalls>;
}

/** Calls the service at `baseUrl` with an API key (the Open API needs none). */
export function serviceClient(baseUrl: string, apiKey: string): ServiceClient {
  async function call<const S extends v.GenericSchema>(
    schema: S,
    method: 'GET' | 'POST',
    path: string,
    sent?: { type: string; body: string },
  ): Promise<v.InferOutput<S>> {
    const { statusCode, body } = await request(`${baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...(sent && { 'content-type': sent.type }) },
      body: sent?.body ?? null,
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
    });
    const text = await body.text();
    const answer = v.safeParse(schema, statusCode < 300 ? JSON.parse(text) : undefined);
    if (!answer.success) throw new Error(`${method} ${path} answered HTTP ${statusCode}: ${text.slice(0, 500)}`);
    return answer.output;
  }
  const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });

  return {
    async recorded(appId) {
      let count = 0;
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const page = await call(CasePage, 'GET', `/api/recorder/apps/${appId}/cases?limit=100${after}`);
        count += page.items.length;
        cursor = page.nextCursor;
      }
      return count;
    },

    async ignore(appId, rule) {
      await call(v.object({ ruleId: v.string() }), 'POST', `/api/apps/${appId}/compare-rules`, json(rule));
    },

    trigger: async (plan) => (await call(Triggered, 'POST', '/openapi/v1/replay-triggers', json(plan))).planId,

    poll: (planId) => call(ReplayRun, 'GET', `/openapi/v1/replay-runs/${planId}`),

    calls: async (planId) => (await call(v.object({ calls: RunCalls }), 'GET', `/api/replays/${planId}`)).calls,
  };
}
