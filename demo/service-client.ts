import { request } from 'undici';
import * as v from 'valibot';
import type { IgnoreRule } from './ignore-rules.ts';
import type { RecordedExchange } from './recording-client.ts';
import { ReplayRun } from './replay-run.ts';

const Intake = v.object({ accepted: v.number(), duplicates: v.number(), rejected: v.array(v.unknown()) });
const Triggered = v.object({ planId: v.string(), errorCode: v.null() });

/** The four calls of the service that a pipeline needs. */
export interface ServiceClient {
  /** Stores a recording; throws unless every case is accepted. */
  record(recording: readonly RecordedExchange[]): Promise<void>;
  ignore(appId: string, rule: IgnoreRule): Promise<void>;
  /** Starts a replay of everything recorded in the last day; returns the planId. */
  trigger(plan: { appId: string; targetEnv: string; attributes: Record<string, string> }): Promise<string>;
  poll(planId: string): Promise<ReplayRun>;
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
    async record(recording) {
      const lines = recording.map((exchange) => JSON.stringify(exchange)).join('\n');
      const sent = { type: 'application/x-ndjson', body: lines };
      const intake = await call(Intake, 'POST', '/api/recorder/cases', sent);
      if (intake.accepted !== recording.length) {
        throw new Error(`${intake.accepted} of ${recording.length} cases were taken: ${JSON.stringify(intake)}`);
      }
    },

    async ignore(appId, rule) {
      await call(v.object({ ruleId: v.string() }), 'POST', `/api/apps/${appId}/compare-rules`, json(rule));
    },

    trigger: async (plan) => (await call(Triggered, 'POST', '/openapi/v1/replay-triggers', json(plan))).planId,

    poll: (planId) => call(ReplayRun, 'GET', `/openapi/v1/replay-runs/${planId}`),
  };
}
